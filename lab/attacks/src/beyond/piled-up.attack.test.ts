import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
afterEach(() => market.close())

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** A seller with a post. */
async function seller() {
  const person = await usersOf(market).person('SELLER')
  return { ...person, listingId: (await market.listing({ sellerId: person.id })).id }
}

it('A331 who advertises a post and stops it, again and again at once, gets no error of the server', async () => {
  market = await createMarket({ webhooks: false })
  const { as, listingId } = await seller()
  const { rpc } = attackOn(market)
  const acts = times(60).map(n => rpc(n % 2 ? 'listings.stopAdvertising' : 'listings.advertise', { listingId }, { as }))
  const statuses = (await Promise.all(acts)).map(({ status }) => status)
  expect(statuses.filter(status => ![200, 404, 409].includes(status))).toEqual([])
})

it('A332 what is refused keeps nobody’s place: whoever sends another’s email writes on', async () => {
  market = await createMarket({ webhooks: false, rateLimitScale: 1 })
  const { as, listingId } = await seller()
  const { rpc, send } = attackOn(market)
  const body = {
    name: 'Eve',
    product: 'Aurora 12',
    product_img: '',
    price: 200,
    location: 'Library',
    phone: '555 0100',
  }
  const order = (sent: string) => send('POST', '/orders', { as, body: { ...body, email: sent, productId: listingId } })
  for (let n = 0; n < 5; n += 1) expect((await order(`other-${n}@example.test`)).status).toBe(403)
  const edit = { listingId, description: 'Works.', resalePriceCents: 20_000 }
  expect((await rpc('listings.edit', edit, { as })).status).toBe(200)
})

it('A332 writes of one account that wait for each other hold a part of the database’s connections, and others are answered', async () => {
  market = await createMarket({ webhooks: false, rateLimitScale: 1 })
  const { as, listingId } = await seller()
  const { id: otherId } = await market.user()
  const { rpc } = attackOn(market)
  const edit = { listingId, description: 'Works.', resalePriceCents: 20_000 }
  const { answers } = await market.database.$transaction(
    async tx => {
      await tx.$queryRaw`SELECT FROM listings WHERE id = ${listingId}::uuid FOR UPDATE`
      const answers = Promise.all(times(40).map(() => rpc('listings.edit', edit, { as })))
      await market.untilWaiting(2)
      expect((await rpc('accounts.me', undefined, { as: `Bearer ${market.tokenOf(otherId)}` })).status).toBe(200)
      const waiting = await market.database.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      expect(waiting).toEqual([{ count: 2 }])
      return { answers }
    },
    { timeout: 20_000 },
  )
  const statuses = (await answers).map(({ status }) => status)
  expect(statuses.filter(status => status === 200)).toHaveLength(RATE_LIMITS.edit.most)
  expect(statuses.filter(status => status === 429)).toHaveLength(40 - RATE_LIMITS.edit.most)
})
