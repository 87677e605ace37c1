import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'

const EMPTY = '<!doctype html><title>Second Ring</title>'

/** Renders when it is let go. */
const renderer = `
export async function renderPage({ url }) {
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

it('A255 a page is rendered one at a time, whatever its URL says that it does not read; few wait, and the others get the empty one at once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(globalThis, { rendererGate: promise })
  const words = Array.from({ length: 8 }, (_, index) => `waits-${index}`)
  const urls = words.flatMap(word => ['', '&utm_source=mail', '&q2=x'].map(more => `/search?q=${word}${more}`))
  const pages = urls.map(url => fetch(market.url + url).then(answer => answer.text()))
  const empty = pages.map(page => page.then(text => text === EMPTY))
  await expect.poll(async () => (await settledOf(empty)).filter(Boolean).length).toBe(9)
  resolve()
  const shown = await Promise.all(pages)
  expect(shown.filter(text => text.match(/^\/search\?q=waits-\d$/))).toHaveLength(15)
})

/** What has come of these by now. */
function settledOf<Value>(promises: Promise<Value>[]): Promise<(Value | undefined)[]> {
  return Promise.all(promises.map(promise => Promise.race([promise, Promise.resolve(undefined)])))
}
