import { setTimeout as pause } from 'node:timers/promises'
import { type Act, ofBooking } from './act.ts'
import type { Booking, Crowd } from './crowd.ts'
import { weighted } from './weighted.ts'

/**
 * What cards come along, each as often as its number says. None sends a refund back by itself, at a time of its own: banks
 * do when the crowd or the caretaker says so.
 */
const cards: [string, number][] = [
  ['pm_card_visa', 14],
  ['pm_card_visa_chargeDeclined', 2],
  ['pm_card_pendingRefund', 3],
  ['pm_card_createDispute', 1],
  ['pm_card_createDisputeInquiry', 1],
  ['pm_card_createMultipleDisputes', 0.3],
]
/** So often the browser stays to report what the card did, and so often it is slow at it. */
const REPORTED = 0.6
const SLOW = 0.5
const SLOW_MS = 300

async function begin({ tally }: Crowd, booking: Booking): Promise<string | null> {
  const { id: orderId, buyer } = booking
  const begun = await tally.take('begin to pay', () => buyer.client.payments.createIntent.mutate({ orderId }))
  if (!begun) return null
  booking.clientSecret = begun.clientSecret
  return intentOf(begun.clientSecret)
}

export async function charge({ random, stripe, promises }: Crowd, intentId: string): Promise<void> {
  const payment_method = weighted(random, cards)
  const intent = await stripe.paymentIntents.confirm(intentId, { payment_method }).catch(() => null)
  if (intent?.status === 'succeeded') promises.note('charged', intentId)
}

async function report(crowd: Crowd, { id: orderId, buyer }: Booking, transactionId: string): Promise<void> {
  const { tally, promises } = crowd
  const paid = await tally.take('report a payment', () => {
    return buyer.client.payments.confirm.mutate({ orderId, transactionId })
  })
  if (paid) promises.note('paid', orderId)
}

export const pay = ofBooking(async (crowd, booking) => {
  const { random } = crowd
  const intentId = await begin(crowd, booking)
  if (intentId === null) return
  await charge(crowd, intentId)
  if (random.chance(SLOW)) await pause(random.between(0, SLOW_MS))
  if (random.chance(REPORTED)) await report(crowd, booking, intentId)
})

/** The order ends, by its buyer in another tab or because its time runs out, while the card is charged. */
export const payAsItEnds = ofBooking(async (crowd, booking) => {
  const { random, letTimePass } = crowd
  const intentId = await begin(crowd, booking)
  if (intentId === null) return
  // What keeps time from passing is that the database is away.
  const end = random.chance(0.5) ? () => cancel(crowd, booking) : () => letTimePass().catch(() => undefined)
  await Promise.all([charge(crowd, intentId), end()])
  if (random.chance(REPORTED)) await report(crowd, booking, intentId)
})

export async function cancel({ tally, promises }: Crowd, { id: orderId, buyer }: Booking): Promise<void> {
  const cancelled = await tally.take('cancel', idempotencyKey =>
    buyer.client.orders.cancel.mutate({ orderId, idempotencyKey }),
  )
  if (cancelled) promises.note('cancelled', orderId)
}

export const refund = ofBooking(async ({ random, tally, admins, promises }, { id: orderId, phone }) => {
  const by = random.chance(0.7) ? phone.seller : (random.pick(admins) ?? phone.seller)
  const why = { orderId, reason: 'It does not charge', relist: random.chance(0.6) }
  const refunded = await tally.take('refund', idempotencyKey =>
    by.client.payments.refund.mutate({ ...why, idempotencyKey }),
  )
  if (refunded) promises.note('refunded', orderId)
})

/** Removes someone, and another comes. */
export const removeSomeone: Act = async crowd => {
  const role = crowd.random.chance(0.7) ? 'BUYER' : 'SELLER'
  await remove(crowd, role, crowd.random.pick(role === 'BUYER' ? crowd.buyers : crowd.sellers)?.id)
}

/** Removes one of the two while the card is charged and the browser reports it. */
export const removeWhilePaying = ofBooking(async (crowd, booking) => {
  const intentId = await begin(crowd, booking)
  if (intentId === null) return
  const isBuyer = crowd.random.chance(0.5)
  const gone = isBuyer ? booking.buyer : booking.phone.seller
  await Promise.all([
    charge(crowd, intentId).then(() => report(crowd, booking, intentId)),
    remove(crowd, isBuyer ? 'BUYER' : 'SELLER', gone.id),
  ])
})

async function remove(crowd: Crowd, role: 'BUYER' | 'SELLER', userId = ''): Promise<void> {
  const { random, tally, promises } = crowd
  const people = role === 'BUYER' ? crowd.buyers : crowd.sellers
  const admin = random.pick(crowd.admins)
  if (!admin || !people.some(({ id }) => id === userId)) return
  const removed = await tally.take('remove a person', idempotencyKey =>
    admin.client.accounts.removeUser.mutate({ userId, idempotencyKey }),
  )
  if (!removed) return
  promises.note('removed', userId)
  const another = await crowd.newcomer(role)
  people.splice(
    people.findIndex(({ id }) => id === userId),
    1,
    another,
  )
}

export function intentOf(clientSecret: string): string {
  return clientSecret.slice(0, clientSecret.indexOf('_secret_'))
}
