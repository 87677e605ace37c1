import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

async function card(id: string, headers: Record<string, string> = {}, url = market.url) {
  const answer = await fetch(`${url}/cards/${id}.jpg`, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

it('a phone has a picture for previews of links, which anyone may keep for a while', async () => {
  const { id } = await market.listing()
  const { status, headers, bytes } = await card(id)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=3600',
  ])
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect([...bytes.subarray(0, 2)]).toEqual([0xff, 0xd8])
  const again = await card(id, { 'if-none-match': headers.get('etag') ?? '' })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
})

it('is drawn again when what it shows has changed, and not for what it is asked with', async () => {
  const { id } = await market.listing()
  const first = await card(id)
  const asked = await fetch(`${market.url}/cards/${id}.jpg?price=1`)
  expect(asked.headers.get('etag')).toBe(first.headers.get('etag'))
  await market.database.listing.update({ where: { id }, data: { resalePriceCents: 12_345 } })
  const changed = await card(id)
  expect(changed.headers.get('etag')).not.toBe(first.headers.get('etag'))
  expect(changed.bytes.equals(first.bytes)).toBe(false)
})

it('there is none of a phone that was removed or was never there', async () => {
  const removed = await market.listing({ state: 'REMOVED' })
  for (const id of [removed.id, crypto.randomUUID()]) expect((await card(id)).status).toBe(404)
  for (const id of ['x', '..%2f..%2fetc', `${crypto.randomUUID()}%00`]) expect((await card(id)).status).toBe(400)
})

it('one address has so many drawn in a minute; what was drawn is sent to it still', async () => {
  const limited = await createMarket({ webhooks: false, rateLimitScale: 1 / RATE_LIMITS.drawCards.most })
  onTestFinished(() => limited.close())
  const [one, other] = [await limited.listing(), await limited.listing({ productName: 'Another' })]
  const statuses = []
  for (const { id } of [one, other, one]) statuses.push((await card(id, {}, limited.url)).status)
  expect(statuses).toEqual([200, 429, 200])
})

it('shows the phone’s own picture', async () => {
  const { id } = await market.listing()
  const without = await card(id)
  const picture = await drawPicture(640, 640).webp().toBuffer()
  const { pictureFiles } = market.platform
  const renderAvif = () => Promise.reject(new Error('No card is an AVIF'))
  market.platform.pictureFiles = { read: async () => picture, remove: async () => undefined, renderAvif }
  onTestFinished(() => {
    if (pictureFiles) market.platform.pictureFiles = pictureFiles
  })
  const { id: other } = await market.listing({ resalePriceCents: 20_001 })
  expect((await card(other)).bytes.length).toBeGreaterThan(without.bytes.length)
})
