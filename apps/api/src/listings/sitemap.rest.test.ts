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

it('the sitemap leads to each phone that is for sale, and to no other', async () => {
  const answer = await fetch(`${market.url}/sitemap.xml`)
  expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const maps = await locations(`${market.platform.publicUrl}/sitemap.xml`)
  expect(maps).toHaveLength(2)
  const found = (await Promise.all(maps.map(locations))).flat()
  const paths = found.map(url => new URL(url).pathname)
  expect(paths).toEqual(expect.arrayContaining(['/', '/search', '/blog']))
  expect(paths.filter(path => path.startsWith('/listings/'))).toEqual(ids.map(id => `/listings/${id}`))
})

it('its pages follow one another without a gap', async () => {
  const { database } = market
  for (const size of [1, 2, 5, 6]) {
    const firsts = await findSitemapPages(database, size)
    expect(firsts).toHaveLength(Math.ceil(5 / size))
    const listed = await Promise.all(firsts.map(first => listSitemapPage(database, first, size)))
    expect(listed.flat().map(({ id }) => id)).toEqual(ids)
  }
})

it('a page that begins with no id is bad input', async () => {
  expect((await fetch(`${market.url}/sitemap/listings/x.xml`)).status).toBe(400)
})
