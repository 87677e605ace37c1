import { PICTURE } from '@second-ring/testkit'
import type { Booking, Crowd, Phone } from './crowd.ts'

/** Something that somebody in the crowd does, with what they know; a refusal is an answer like any other. */
type Act = (crowd: Crowd) => Promise<void>

const place = { meetingPlace: 'Central Library', phone: '+1 555 010 0199' }
const REMEMBERED = 60

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
  crowd.phones.push({ id: made.listingId, seller })
  crowd.phones.splice(0, crowd.phones.length - REMEMBERED)
}

const book: Act = async crowd => {
  const { random, tally } = crowd
  const [phone, buyer] = [random.pick(crowd.phones), random.pick(crowd.buyers)]
  if (!phone || !buyer) return
  const made = await tally.take('book', () => buyer.client.orders.place.mutate({ listingId: phone.id, ...place }))
  if (!made) return
  crowd.bookings.push({ id: made.orderId, phone, buyer, clientSecret: null })
  crowd.bookings.splice(0, crowd.bookings.length - REMEMBERED)
}

const CARDS = [
  ...Array.from({ length: 16 }, () => 'pm_card_visa'),
  'pm_card_visa_chargeDeclined',
  'pm_card_visa_chargeDeclined',
  'pm_card_createDispute',
]
/** So often the browser stays to report what the card did. */
const REPORTED = 0.6

const pay = ofBooking(async (crowd, booking) => {
  const { random, tally, stripe } = crowd
  const orderId = booking.id
  const begun = await tally.take('begin to pay', () => booking.buyer.client.payments.createIntent.mutate({ orderId }))
  if (!begun) return
  booking.clientSecret = begun.clientSecret
  const transactionId = intentOf(begun.clientSecret)
  const payment_method = random.pick(CARDS) ?? ''
  await stripe.paymentIntents.confirm(transactionId, { payment_method }).catch(() => null)
  if (!random.chance(REPORTED)) return
  await tally.take('report a payment', () => booking.buyer.client.payments.confirm.mutate({ orderId, transactionId }))
})

const cancel = ofBooking(async ({ tally }, { id: orderId, buyer }) => {
  await tally.take('cancel', () => buyer.client.orders.cancel.mutate({ orderId }))
})

const handOver = ofBooking(async ({ random, tally }, { id: orderId, buyer, phone }) => {
  const order = await tally.take('look at an order', () => buyer.client.orders.byId.query({ orderId }))
  if (!order?.handoverCode) return
  const code = random.chance(0.8) ? order.handoverCode : '000000'
  await tally.take('hand over', () => phone.seller.client.orders.handOver.mutate({ orderId, code }))
})

const refund = ofBooking(async ({ random, tally, admins }, { id: orderId, phone }) => {
  const by = random.chance(0.7) ? phone.seller : (random.pick(admins) ?? phone.seller)
  const why = { orderId, reason: 'It does not charge', relist: random.chance(0.6) }
  await tally.take('refund', () => by.client.payments.refund.mutate(why))
})

const refundAtProvider = ofBooking(async ({ stripe }, { clientSecret }) => {
  if (clientSecret) await stripe.refunds.create({ payment_intent: intentOf(clientSecret) }).catch(() => null)
})

const wait = ofPhone(async ({ random, tally, buyers }, { id: listingId }) => {
  const buyer = random.pick(buyers)
  if (buyer) await tally.take('join a line', () => buyer.client.orders.joinWaitingList.mutate({ listingId }))
})

const leave = ofPhone(async ({ random, tally, buyers }, { id: listingId }) => {
  const buyer = random.pick(buyers)
  if (buyer) await tally.take('leave a line', () => buyer.client.orders.leaveWaitingList.mutate({ listingId }))
})

const withdraw = ofPhone(async ({ tally }, { id: listingId, seller }) => {
  await tally.take('take a phone off', () => seller.client.listings.remove.mutate({ listingId }))
})

const look: Act = async ({ random, tally, buyers }) => {
  const buyer = random.pick(buyers)
  if (buyer) await tally.take('look at own orders', () => buyer.client.orders.mine.query({}))
}

/** Removes someone, and another comes. */
const removeSomeone: Act = async crowd => {
  const { random, tally } = crowd
  const role = random.chance(0.7) ? 'BUYER' : 'SELLER'
  const people = role === 'BUYER' ? crowd.buyers : crowd.sellers
  const [admin, gone] = [random.pick(crowd.admins), random.pick(people)]
  if (!admin || !gone) return
  const removed = await tally.take('remove a person', () =>
    admin.client.accounts.removeUser.mutate({ userId: gone.id }),
  )
  if (!removed) return
  const another = await crowd.newcomer(role)
  people.splice(people.indexOf(gone), 1, another)
}

function ofBooking(act: (crowd: Crowd, booking: Booking) => Promise<void>): Act {
  return async crowd => {
    const booking = crowd.random.pick(crowd.bookings)
    if (booking) await act(crowd, booking)
  }
}

function ofPhone(act: (crowd: Crowd, phone: Phone) => Promise<void>): Act {
  return async crowd => {
    const phone = crowd.random.pick(crowd.phones)
    if (phone) await act(crowd, phone)
  }
}

function intentOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}

/** Each as often as its number says. */
const weights: [Act, number][] = [
  [book, 14],
  [pay, 14],
  [cancel, 4],
  [handOver, 4],
  [refund, 3],
  [refundAtProvider, 2],
  [wait, 5],
  [leave, 1],
  [withdraw, 1],
  [look, 3],
  [post, 3],
  [removeSomeone, 0.5],
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
