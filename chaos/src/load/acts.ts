import { PICTURE } from '@second-ring/testkit'
import { type Act, ofBooking, ofPhone } from './act.ts'
import { type Crowd, type Phone, REMEMBERED } from './crowd.ts'
import { cancel, pay, payAsItEnds, refund, refundAtProvider, removeSomeone, removeWhilePaying } from './paying.ts'
import type { Person } from './people.ts'

const place = { meetingPlace: 'Central Library', phone: '+1 555 010 0199' }
const RUSH = 200

/** Puts a phone up for sale. */
export async function post(crowd: Crowd): Promise<void> {
  const seller = crowd.random.pick(crowd.sellers)
  if (!seller) return
  const listing = {
    categoryId: crowd.categoryId,
    sellerName: 'Robin Vale',
    productName: 'Aurora 12',
    images: [PICTURE],
    condition: 'GOOD' as const,
    description: 'Works as it should.',
    location: 'Portland, Oregon',
    resalePriceCents: crowd.random.between(5000, 90_000),
    originalPriceCents: 99_900,
    yearsUsed: 2,
  }
  const made = await crowd.tally.take('post', () => seller.client.listings.create.mutate(listing))
  if (!made) return
  crowd.promises.note('posted', made.listingId, seller.id)
  crowd.phones.push({ id: made.listingId, seller })
  crowd.phones.splice(0, crowd.phones.length - REMEMBERED)
}

async function bookAs({ tally, promises, bookings }: Crowd, phone: Phone, buyer: Person): Promise<void> {
  const made = await tally.take('book', () => buyer.client.orders.place.mutate({ listingId: phone.id, ...place }))
  if (!made) return
  promises.note('booked', made.orderId, buyer.id)
  bookings.push({ id: made.orderId, phone, buyer, clientSecret: null })
  bookings.splice(0, bookings.length - REMEMBERED)
}

const book = ofPhone(async (crowd, phone) => {
  const buyer = crowd.random.pick(crowd.buyers)
  if (buyer) await bookAs(crowd, phone, buyer)
})

/** Everybody books one phone at once, again and again: 200 calls. */
export const rush = ofPhone(async (crowd, phone) => {
  const { buyers } = crowd
  const calls = Array.from({ length: RUSH }, (_, index) => buyers[index % buyers.length])
  await Promise.all(calls.map(buyer => buyer && bookAs(crowd, phone, buyer)))
})

const handOver = ofBooking(async ({ random, tally, promises }, { id: orderId, buyer, phone }) => {
  const order = await tally.take('look at an order', () => buyer.client.orders.byId.query({ orderId }))
  if (!order?.handoverCode) return
  const code = random.chance(0.8) ? order.handoverCode : '000000'
  const done = await tally.take('hand over', () => phone.seller.client.orders.handOver.mutate({ orderId, code }))
  if (done) promises.note('handed over', orderId)
})

const wait = ofPhone(async ({ random, tally, buyers, promises }, { id: listingId }) => {
  const buyer = random.pick(buyers)
  if (!buyer) return
  const joined = await tally.take('join a line', () => buyer.client.orders.joinWaitingList.mutate({ listingId }))
  if (joined) promises.note('in line', listingId, buyer.id)
})

const leave = ofPhone(async ({ random, tally, buyers }, { id: listingId }) => {
  const buyer = random.pick(buyers)
  if (buyer) await tally.take('leave a line', () => buyer.client.orders.leaveWaitingList.mutate({ listingId }))
})

const edit = ofPhone(async ({ random, tally, promises }, { id: listingId, seller }) => {
  const resalePriceCents = random.between(5000, 90_000)
  const change = { listingId, description: `Now for ${resalePriceCents} cents.`, resalePriceCents }
  const edited = await tally.take('edit a phone', () => seller.client.listings.edit.mutate(change))
  if (edited) promises.note('edited', listingId)
})

const withdraw = ofPhone(async ({ tally, promises }, { id: listingId, seller }) => {
  const off = await tally.take('take a phone off', () => seller.client.listings.remove.mutate({ listingId }))
  if (off) promises.note('taken off', listingId)
})

/** The seller takes a phone off, or changes its price, while someone books it. */
const meet = ofPhone(async (crowd, phone) => {
  const { random, buyers } = crowd
  const [buyer, other] = [random.pick(buyers), random.chance(0.5) ? withdraw : edit]
  if (buyer) await Promise.all([bookAs(crowd, phone, buyer), other({ ...crowd, phones: [phone] })])
})

const look: Act = async ({ random, tally, buyers }) => {
  const buyer = random.pick(buyers)
  if (buyer) await tally.take('look at own orders', () => buyer.client.orders.mine.query({}))
}

/** Each as often as its number says. */
const weights: [Act, number][] = [
  [book, 14],
  [pay, 14],
  [payAsItEnds, 4],
  [ofBooking(cancel), 3],
  [handOver, 4],
  [refund, 3],
  [refundAtProvider, 2],
  [wait, 5],
  [leave, 1],
  [edit, 2],
  [withdraw, 1],
  [meet, 2],
  [look, 3],
  [post, 3],
  [removeSomeone, 0.3],
  [removeWhilePaying, 0.4],
]
const TOTAL = weights.reduce((sum, [, weight]) => sum + weight, 0)

/** The next thing that somebody does. */
export function anyAct(crowd: Crowd): Promise<void> {
  let left = crowd.random.next() * TOTAL
  for (const [act, weight] of weights) {
    left -= weight
    if (left < 0) return act(crowd)
  }
  return look(crowd)
}
