import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPromises, type Promises } from './promises.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const booking = { meetingPlace: 'Central Library', phone: '+1 555 010 0199' }
const kinds = [
  ...(['posted', 'edited', 'taken off', 'booked', 'charged', 'paid'] as const),
  ...([
    'cancelled',
    'handed over',
    'claimed',
    'released',
    'refunded',
    'refunded in part',
    'in line',
    'removed',
  ] as const),
]

const violationsOf = async (promises: Promises) =>
  (await promises.check(market.database)).flatMap(({ violations }) => violations)

it('finds what was told to have happened and has', async () => {
  const promises = createPromises()
  const [{ id: buyerId }, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  promises.note('posted', listingId, sellerId)
  const change = { listingId, description: 'Cheaper now.', resalePriceCents: 19_000 }
  for (let times = 0; times < 2; times += 1) {
    await seller.listings.edit(change)
    promises.note('edited', listingId)
  }
  const { orderId } = await buyer.orders.place({ listingId, ...booking, expectedPriceCents: 19_000 })
  promises.note('booked', orderId, buyerId)
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  promises.note('charged', intentOf(clientSecret))
  expect(await violationsOf(promises)).toHaveLength(1)
  const transactionId = await market.card.pay(clientSecret)
  await buyer.payments.confirm({ orderId, transactionId })
  promises.note('paid', orderId)
  expect(await violationsOf(promises)).toEqual([])
})

it.each(kinds)('names what was told to be %s and is not', async what => {
  const promises = createPromises()
  const { id: orderId, listingId } = await market.order()
  const subject = what === 'posted' || what === 'edited' || what === 'taken off' || what === 'in line'
  const { id: by } = await market.user()
  const id = what === 'removed' ? by : subject ? listingId : orderId
  promises.note(what, id, by)
  expect(await violationsOf(promises)).toEqual([expect.stringContaining(id)])
})

it('counts how often a phone was changed', async () => {
  const promises = createPromises()
  const { id: listingId, sellerId } = await market.listing()
  const change = { listingId, description: 'Cheaper now.', resalePriceCents: 19_000 }
  await market.as(sellerId).listings.edit(change)
  promises.note('edited', listingId)
  promises.note('edited', listingId)
  expect(await violationsOf(promises)).toEqual([expect.stringContaining('told 2 times')])
})
