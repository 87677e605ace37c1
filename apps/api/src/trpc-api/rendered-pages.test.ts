import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

const EMPTY = '<!doctype html><title>Second Ring</title>'

/** Shows what a call says of the page's own listing. */
const renderer = `
let rendered = 0
export async function renderPage({ url, publicUrl, fetch }) {
  if (url.includes('broken')) throw new Error('It cannot be shown.')
  if (url.startsWith('/phones/Old')) return { status: 301, location: '/phones/old' }
  if (!url.startsWith('/listings/') && url !== '/search') return { status: 404, html: 'Not there' }
  rendered += 1
  const input = JSON.stringify({ listingId: url.split('/')[2].split('?')[0] })
  const answer = await fetch('/trpc/listings.get?input=' + encodeURIComponent(input), {
    headers: { authorization: 'Bearer of-nobody' },
  })
  const { result, error } = await answer.json()
  const html = [publicUrl, rendered, result?.data.productName ?? error.data.domainCode ?? error.message].join('|')
  return { status: result ? 200 : 404, html }
}`

let market: Market
let webDir: string
let listingId: string
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'second-ring-web-'))
  await mkdir(join(webDir, 'site'))
  await mkdir(join(webDir, 'server'))
  await writeFile(join(webDir, 'site', 'index.html'), EMPTY)
  await writeFile(join(webDir, 'server', 'render-page.mjs'), renderer)
  market = await createMarket({ webDir, cachesResponses: true })
  ;({ id: listingId } = await market.listing({ productName: 'Aurora 9' }))
})
afterAll(async () => {
  await market.close()
  await rm(webDir, { recursive: true })
})

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(market.url + path, { headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

it('a public page comes rendered, with the site’s own address', async () => {
  const { status, text, headers } = await get(`/listings/${listingId}`)
  expect({ status, text }).toEqual({
    status: 200,
    text: expect.stringMatching(`^${market.platform.publicUrl}\\|\\d+\\|Aurora 9$`),
  })
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
})

it('is the same for everyone: one who is signed in gets what was rendered for the others', async () => {
  const { id: userId } = await market.user()
  const path = `/listings/${listingId}`
  const first = await get(path)
  const signedIn = await get(path, {
    authorization: `Bearer ${market.tokenOf(userId)}`,
    cookie: 'second-ring-session=mine',
  })
  expect(signedIn.text).toBe(first.text)
  expect(signedIn.headers.get('vary') ?? '').not.toContain('cookie')
})

it('is rendered again as soon as what it shows has changed', async () => {
  const path = `/listings/${listingId}`
  const before = await get(path)
  expect(before.text).toContain('Aurora 9')
  const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
  await market.as(sellerId).listings.remove({ listingId })
  await expect.poll(async () => (await get(path)).status).toBe(410)
})

it('is gone when a phone was there or a category was open once, and not there otherwise', async () => {
  const { database } = market
  const retired = await market.category()
  const { slug } = await database.category.update({ where: retired, data: { retiredAt: new Date() } })
  const removed = await market.listing({ state: 'REMOVED' })
  expect((await get(`/phones/${slug}`)).status).toBe(410)
  expect((await get(`/listings/${removed.id}`)).status).toBe(410)
  // It comes back when its owner does.
  const hidden = await market.listing({ state: 'REMOVED' })
  await market.database.listing.update({ where: { id: hidden.id }, data: { hiddenAt: new Date() } })
  expect((await get(`/listings/${hidden.id}`)).status).toBe(404)
  const seller = `/sellers/${removed.sellerId}`
  for (const path of [
    '/phones/nothing',
    '/phones/%F0%9F%93%B1',
    '/listings/nothing',
    `/listings/${crypto.randomUUID()}`,
    seller,
  ])
    expect((await get(path)).status, path).toBe(404)
  await database.category.update({ where: retired, data: { retiredAt: null } })
  await expect.poll(async () => (await get(`/phones/${slug}`)).status).toBe(404)
})

it('of an old address leads to where it is', async () => {
  for (let time = 0; time < 2; time += 1) {
    const answer = await fetch(`${market.url}/phones/Old?after=x`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/phones/old'])
  }
})

it('that cannot be rendered is the empty one, which the browser fills', async () => {
  expect(await get('/search?q=broken')).toMatchObject({ status: 200, text: EMPTY })
})

it('is the empty one too for an address that has had too many rendered', async () => {
  const limited = await createMarket({ webDir, rateLimitScale: 2 / RATE_LIMITS.renderPages.most })
  onTestFinished(() => limited.close())
  const { id } = await limited.listing({ productName: 'Aurora 9' })
  const pages: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const answer = await fetch(`${limited.url}/listings/${id}?${count}`)
    expect(answer.status).toBe(200)
    pages.push((await answer.text()) === EMPTY ? 'empty' : 'rendered')
  }
  expect(pages).toEqual(['rendered', 'rendered', 'empty'])
})
