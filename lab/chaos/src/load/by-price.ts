import { setTimeout as pause } from 'node:timers/promises'
import type { Act } from './act.ts'
import type { Booking, Crowd } from './crowd.ts'
import { charge, intentOf } from './paying.ts'
import { bookAs, postAs } from './posting.ts'
import type { Person } from './users.ts'

/** Dollars, of every phone that is bought by its price alone. */
const PRICE = 120
const NAMED = 0.7
const LATE_MS = 500

/**
 * Someone books two phones of one price and pays by the price alone, as a plain client does; which of the two it is for is
 * said late, or never.
 */
export const payTwinByPrice: Act = async crowd => {
  const { random, sellers, buyers } = crowd
  const [seller, buyer] = [random.pick(sellers), random.pick(buyers)]
  if (!seller || !buyer) return
  const twins = await Promise.all([twinOf(crowd, seller, buyer), twinOf(crowd, seller, buyer)])
  await payByPrice(crowd, buyer, random.pick(twins) ?? null)
}

async function twinOf(crowd: Crowd, seller: Person, buyer: Person): Promise<Booking | null> {
  const phone = await postAs(crowd, seller, PRICE * 100)
  return phone && bookAs(crowd, phone, buyer)
}

async function payByPrice(crowd: Crowd, buyer: Person, booking: Booking | null): Promise<void> {
  const { random, tally, promises } = crowd
  const begun = await tally.take('begin to pay by price', () => buyer.post('/create-payment-intent', { price: PRICE }))
  if (!isBegun(begun)) return
  if (booking) booking.clientSecret = begun.clientSecret
  const transactionId = intentOf(begun.clientSecret)
  await charge(crowd, transactionId)
  if (!booking || !random.chance(NAMED)) return
  await pause(random.between(0, LATE_MS))
  const named = { price: PRICE, transactionId, email: buyer.email, bookingId: booking.id }
  const paid = await tally.take('name what was paid by price', () => buyer.post('/payments', named))
  if (paid) promises.note('paid', booking.id)
}

function isBegun(answer: unknown): answer is { clientSecret: string } {
  return typeof answer === 'object' && answer !== null && 'clientSecret' in answer
}
