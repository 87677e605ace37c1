import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findSitemapPages, listSitemapPage } from './sitemap.ts'

let market: Market
let ids: string[]
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  ids = []
  for (let count = 0; count < 5; count += 1) ids.push((await market.listing()).id)
  ids.sort()
  await market.listing({ state: 'REMOVED' })
})
afterAll(() => market.close())

const locations = async (url: string) =>
  [
    ...(await (await fetch(url.replace(market.platform.publicUrl, market.url))).text()).matchAll(/<loc>(.*?)<\/loc>/g),
  ].map(([, url = '']) => url)

it('robots.txt names the sitemap, and keeps the dashboard out', async () => {
  const answer = await fetch(`${market.url}/robots.txt`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe(
    `User-agent: *\nDisallow: /dashboard\nDisallow: /account\nSitemap: ${new URL('/sitemap.xml', market.platform.publicUrl).href}\n`,
  )
})

it('the sitemap leads to each phone that is for sale, its category and its seller, and to no others', async () => {
  const answer = await fetch(`${market.url}/sitemap.xml`)
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const maps = await locations(`${market.platform.publicUrl}/sitemap.xml`)
  expect(maps).toHaveLength(4)
  const found = (await Promise.all(maps.map(locations))).flat()
  const paths = found.map(url => new URL(url).pathname)
  expect(paths).toEqual(expect.arrayContaining(['/', '/search', '/blog', '/blog/what-to-check']))
  expect(paths.filter(path => path.startsWith('/listings/'))).toEqual(ids.map(id => `/listings/${id}`))
  const { database } = market
  const sellers = await database.listing.findMany({ where: { id: { in: ids } }, select: { sellerId: true } })
  expect(paths.filter(path => path.startsWith('/sellers/'))).toEqual(
    sellers.map(({ sellerId }) => `/sellers/${sellerId}`).sort(),
  )
  const open = await database.category.findMany({ where: { retiredAt: null }, select: { slug: true } })
  expect(paths.filter(path => path.startsWith('/phones/')).sort()).toEqual(
    open.map(({ slug }) => `/phones/${slug}`).sort(),
  )
})

it('says when each phone, category and seller’s page changed last', async () => {
  const { database } = market
  const id = ids[0] ?? ''
  const { updatedAt, postedAt, sellerId, category } = await database.listing.findUniqueOrThrow({
    where: { id },
    select: { updatedAt: true, postedAt: true, sellerId: true, category: { select: { slug: true } } },
  })
  const entries = async (path: string) => (await fetch(market.url + path)).text()
  const entry = (path: string, at: Date) =>
    `<url><loc>${new URL(path, market.platform.publicUrl).href}</loc><lastmod>${at.toISOString()}</lastmod></url>`
  expect(await entries(`/sitemap/listings/${id}.xml`)).toContain(entry(`/listings/${id}`, updatedAt))
  expect(await entries(`/sitemap/sellers/${sellerId}.xml`)).toContain(entry(`/sellers/${sellerId}`, updatedAt))
  expect(await entries('/sitemap/categories.xml')).toContain(entry(`/phones/${category.slug}`, postedAt))
})

it.each(['listings', 'sellers'] as const)('the pages of its %s follow one another without a gap', async list => {
  const { database } = market
  const all = await listSitemapPage(database, { list, first: '00000000-0000-0000-0000-000000000000' })
  expect(all).toHaveLength(5)
  for (const size of [1, 2, 5, 6]) {
    const firsts = await findSitemapPages(database, list, size)
    expect(firsts).toHaveLength(Math.ceil(5 / size))
    const listed = await Promise.all(firsts.map(first => listSitemapPage(database, { list, first, size })))
    expect(listed.flat()).toEqual(all)
  }
})

it.each(['listings', 'sellers'])('a page of %s that begins with no id is bad input', async list => {
  expect((await fetch(`${market.url}/sitemap/${list}/x.xml`)).status).toBe(400)
})
