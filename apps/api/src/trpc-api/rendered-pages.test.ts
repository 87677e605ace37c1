import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

const EMPTY = '<!doctype html><title>Second Ring</title>'

/** Shows what a call says of the page's own listing. */
const renderer = `
const GONE = { status: 410, html: 'Gone' }
const NOT_THERE = { status: 404, html: 'Not there' }
let rendered = 0
export async function renderPage({ url, publicUrl, fetch }) {
  if (url.includes('broken')) throw new Error('It cannot be shown.')
  if (url.startsWith('/phones/Old')) return { status: 301, location: '/phones/old' }
  const [, kind, name = ''] = url.split('?')[0].split('/')
  const ask = async (path, input) => {
    const headers = { authorization: 'Bearer of-nobody' }
    const answer = await fetch('/trpc/' + path + '?input=' + encodeURIComponent(JSON.stringify(input)), { headers })
    return answer.json()
  }
  if (kind === 'phones') return (await ask('catalog.retired', { slug: name })).result ? GONE : NOT_THERE
  if (kind !== 'listings' && url !== '/search') return NOT_THERE
  rendered += 1
  const { result, error } = await ask('listings.get', { listingId: name })
  if (!result && (await ask('listings.gone', { listingId: name })).result) return GONE
  const html = [publicUrl, rendered, result?.data.productName ?? error.data.domainCode ?? error.message].join('|')
  return { status: result ? 200 : 404, html }
}`

const ID = '0199a3a2-7e5d-7c40-8d8e-aaaaaaaaaaaa'

/** Asks for a path as it is written: `fetch` would tidy it. */
async function requestRaw(options: RequestOptions): Promise<IncomingMessage> {
  const [answer] = await once(request(options).end(), 'response')
  return answer.resume()
}

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

it.each([
  ['/search/?q=pixel&utm=mail', '/search?q=pixel&utm=mail'],
  ['/blog/', '/blog'],
  ['/blog/updates/', '/blog/updates'],
  ['/phones/pixel/?after=x', '/phones/pixel?after=x'],
  ['/phones/%2F%2Fevil.example/', '/phones/%2F%2Fevil.example'],
  [`/listings/${ID.toUpperCase()}?from=mail`, `/listings/${ID}?from=mail`],
  [`/listings/${ID.toUpperCase()}/`, `/listings/${ID}`],
  [`/sellers/${ID.toUpperCase()}`, `/sellers/${ID}`],
])('%s leads to where the page is', async (path, location) => {
  const answer = await fetch(market.url + path, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
  expect((await fetch(market.url + location, { redirect: 'manual' })).status).not.toBe(301)
})

it.each([
  '//evil.example/',
  '//evil.example/phones/x/',
  '/\\evil.example/',
  '///',
  '/search//',

  '/phones/x//',
  `/nothing/`,
])('%s leads nowhere', async path => {
  const { hostname, port } = new URL(market.url)
  const answer = await requestRaw({ hostname, port, path })
  expect(answer.headers.location).toBeUndefined()
})

it.each([
  ['http://evil.example/phones/pixel/?a', '/phones/pixel?a'],
  ['/phones/..\\\\evil.example/', '/phones/..%5C%5Cevil.example'],
  ['/phones/%0d%0aSet-Cookie:x/', '/phones/%0D%0ASet-Cookie%3Ax'],
])('%s leads to a page of this site', async (path, location) => {
  const { hostname, port } = new URL(market.url)
  const answer = await requestRaw({ hostname, port, path })
  expect([answer.statusCode, answer.headers.location]).toEqual([301, location])
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
