import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const EMPTY = '<!doctype html><title>Second Ring</title>'

/** Renders when it is let go. */
const renderer = `
export async function renderPage({ url }) {
  globalThis.rendersBegun += 1
  await globalThis.rendererGate
  return { status: 200, html: url }
}`

let market: Market
let webDir: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'second-ring-web-'))
  await mkdir(join(webDir, 'site'))
  await mkdir(join(webDir, 'server'))
  await writeFile(join(webDir, 'site', 'index.html'), EMPTY)
  await writeFile(join(webDir, 'server', 'render-page.mjs'), renderer)
  market = await createMarket({ webDir, cachesResponses: true })
})
afterAll(async () => {
  await market.close()
  await rm(webDir, { recursive: true })
})

it('A255 a page is rendered one at a time, whatever its URL says that it does not read; the others wait, and too many get the empty one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(globalThis, { rendererGate: promise, rendersBegun: 0 })
  const ask = (url: string) => fetch(market.url + url).then(answer => answer.text())
  const same = ['', '&utm_source=mail', '&q2=x'].map(more => ask(`/search?q=same${more}`))
  await expect.poll(() => Reflect.get(globalThis, 'rendersBegun')).toBe(1)
  const others = Array.from({ length: 35 }, (_, index) => ask(`/search?q=other-${index}`))
  const empty = others.map(page => page.then(text => text === EMPTY))
  await expect.poll(async () => (await settledOf(empty)).filter(Boolean).length).toBe(3)
  expect(Reflect.get(globalThis, 'rendersBegun')).toBe(1)
  resolve()
  expect(new Set(await Promise.all(same))).toEqual(new Set(['/search?q=same']))
  const shown = await Promise.all(others)
  expect(shown.filter(text => /^\/search\?q=other-\d+$/.test(text))).toHaveLength(32)
})

/** What has come of these by now. */
function settledOf<Value>(promises: Promise<Value>[]): Promise<(Value | undefined)[]> {
  return Promise.all(promises.map(promise => Promise.race([promise, Promise.resolve(undefined)])))
}
