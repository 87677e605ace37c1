import { expect, vi } from 'vitest'

/** A tab's stream of events. */
export interface Tab {
  /** Resolves once it was told this, within two seconds. */
  until(text: string): Promise<void>
  stop(): Promise<void>
}

/** Opens one at a process, for listings. */
export async function listenTo(url: string, listingIds: string[]): Promise<Tab> {
  const leaving = new AbortController()
  const { body } = await fetch(`${url}/live?listingIds=${listingIds}`, { signal: leaving.signal })
  let told = ''
  const reading = (async () => {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) told += text
  })()
  return {
    until: text => vi.waitFor(() => expect(told).toContain(text), { timeout: 2000, interval: 10 }),
    async stop() {
      leaving.abort()
      await reading.catch(() => undefined)
    },
  }
}
