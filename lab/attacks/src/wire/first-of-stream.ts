/** The first thing that a subscription tells: what it is of, or why it is refused. */
export interface FirstEvent {
  status: number
  code: string | undefined
  data: unknown
}

interface Told {
  data?: { code?: string; domainCode?: string | null }
}

/** Opens a subscription as an event source does, reads its first event, and leaves. */
export async function firstOfStream(
  url: string,
  as: string | undefined,
  headers: Record<string, string> = {},
): Promise<FirstEvent> {
  const leave = new AbortController()
  const response = await fetch(url, {
    headers: { accept: 'text/event-stream', ...headers, ...(as !== undefined && { authorization: as }) },
    signal: leave.signal,
  })
  try {
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (const [, event, data] of text.matchAll(/^(?:event: (.+)\n)?data: (.*)\n(?:id: .*\n)?\n/gm)) {
        if (event === 'connected') continue
        const told = JSON.parse(data ?? 'null') as Told
        const code = event === 'serialized-error' ? (told.data?.domainCode ?? told.data?.code) : undefined
        return { status: response.status, code, data: told }
      }
    }
    return { status: response.status, code: undefined, data: null }
  } finally {
    leave.abort()
  }
}
