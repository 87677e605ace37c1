// The market as it should be: a small, pure picture of phones, orders, payments, claims and lines, and of how each moves.
import type { Claim } from './claim.ts'

type PhoneState = 'AVAILABLE' | 'RESERVED' | 'SOLD' | 'REMOVED'
type OrderState =
  | 'PLACED'
  | 'PAID'
  | 'HANDED_OVER'
  | 'CLAIMED'
  | 'RETURNING'
  | 'RELEASED'
  | 'PARTLY_REFUNDED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'REFUNDED'
type PaymentState = 'PENDING' | 'SUCCEEDED' | 'CANCELLED' | 'REFUNDED'
type PlaceState = 'WAITING' | 'OFFERED' | 'TAKEN' | 'PASSED' | 'LEFT'

/** Moments are milliseconds; people and phones are known by their number. */
export interface Place {
  person: number
  state: PlaceState
  until: number
}

export interface Phone {
  seller: number
  state: PhoneState
  /** First come, first. */
  line: Place[]
}

export interface Order {
  phone: number
  buyer: number
  state: OrderState
  until: number
  /** When its buyer let it run out or cancelled it; null otherwise. */
  letGoAt: number | null
  wrongCodes: number
  /** Until when its buyer can report a problem; 0 before the handover. */
  protectedUntil: number
  claim: Claim | null
  /** The provider's side, with the cents that have gone back, and the product's; null until a payment is begun. */
  intent: { status: 'open' | 'succeeded' | 'canceled'; backCents: number } | null
  payment: { state: PaymentState; since: number; checked: number | null; promise: Refund | null } | null
}

/** A refund that is not sent yet. */
interface Refund {
  since: number
  cents: number
}

export interface Model {
  now: number
  phones: Phone[]
  orders: Order[]
  /** Who was removed. */
  gone: Set<number>
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const HOLD = 48 * HOUR
export const PROTECTION = 48 * HOUR
/** Of every phone, in cents. */
export const PRICE = 20_000
const OFFER = 2 * HOUR
const REBOOK = 24 * HOUR
const KEPT = 30 * 24 * HOUR
export const WRONG_CODES_MAX = 5

export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError(`There is no ${index} of ${items.length}`)
  return item
}

export function standing(phone: Phone, person: number): Place | undefined {
  return phone.line.find(place => place.person === person && (place.state === 'WAITING' || place.state === 'OFFERED'))
}

export function offered(phone: Phone): Place | undefined {
  return phone.line.find(place => place.state === 'OFFERED')
}

/** A phone that nobody has any more: to the next in line, or to everyone. */
export function passOn(model: Model, phone: Phone): void {
  const letPass = (person: number) =>
    phone.line.some(
      place =>
        place.person === person &&
        (place.state === 'PASSED' || place.state === 'LEFT') &&
        place.until > model.now - REBOOK,
    )
  const mayBook = ({ person, state }: Place) =>
    state === 'WAITING' && !coolsDown(model, phone, person) && !letPass(person)
  const next = model.gone.has(phone.seller) ? undefined : phone.line.find(mayBook)
  if (!next) {
    phone.state = 'AVAILABLE'
    return
  }
  phone.state = 'RESERVED'
  next.state = 'OFFERED'
  next.until = model.now + OFFER
}

/** Whether a person may not book a phone again yet: their booking ran out, or they have cancelled it twice. */
export function coolsDown(model: Model, phone: Phone, person: number): boolean {
  const theirs = model.orders.filter(order => order.buyer === person && at(model.phones, order.phone) === phone)
  const letGo = theirs.filter(
    ({ state, letGoAt }) => letGoAt !== null && (state === 'EXPIRED' || state === 'CANCELLED'),
  )
  const cancelled = letGo.filter(({ state }) => state === 'CANCELLED')
  const counted = cancelled.length >= 2 ? letGo : letGo.filter(({ state }) => state === 'EXPIRED')
  return counted.some(({ letGoAt }) => (letGoAt ?? 0) > model.now - REBOOK)
}

/** @param isBuyers whether its buyer cancelled it */
export function endBooking(model: Model, order: Order, to: 'CANCELLED' | 'EXPIRED', isBuyers = false): void {
  order.state = to
  if (to === 'EXPIRED' || isBuyers) order.letGoAt = model.now
  passOn(model, at(model.phones, order.phone))
}

export function expireHolds(model: Model): void {
  for (const order of model.orders) {
    if (order.state === 'PLACED' && order.until <= model.now) endBooking(model, order, 'EXPIRED')
  }
  for (const phone of model.phones) {
    const offer = offered(phone)
    if (!offer || offer.until > model.now) continue
    offer.state = 'PASSED'
    passOn(model, phone)
  }
}

/** The money of what was handed over is the seller's once its buyer's time is over. */
export function releaseMoney(model: Model): void {
  for (const order of model.orders) {
    if (order.state === 'HANDED_OVER' && order.protectedUntil <= model.now) order.state = 'RELEASED'
  }
}

/** What the product makes of what the provider says. */
export function settle(model: Model, order: Order): 'paid' | 'refunded' | 'open' | 'closed' | 'none' {
  const { intent, payment } = order
  if (!intent || !payment) return 'none'
  if (intent.status === 'canceled' && payment.state === 'PENDING') payment.state = 'CANCELLED'
  if (intent.status === 'succeeded' && payment.state === 'PENDING') charge(model, order)
  hearOfRefund(model, order)
  if (payment.state === 'SUCCEEDED' && !isPaid(order)) giveBack(order)
  if (payment.state === 'SUCCEEDED') return 'paid'
  if (payment.state === 'REFUNDED') return 'refunded'
  return payment.state === 'PENDING' ? 'open' : 'closed'
}

/** All of it has gone back at the provider: whatever was not settled by then is over. */
function hearOfRefund(model: Model, order: Order): void {
  const { intent, payment } = order
  if (!intent || intent.backCents < PRICE || payment?.state !== 'SUCCEEDED') return
  Object.assign(payment, { state: 'REFUNDED', promise: null })
  refundRow(model, order, false)
}

function charge(model: Model, order: Order): void {
  const phone = at(model.phones, order.phone)
  if (order.payment) order.payment.state = 'SUCCEEDED'
  const mayWinBack = order.intent?.backCents === 0 && !model.gone.has(order.buyer)
  const isWonBack = order.state === 'EXPIRED' && phone.state === 'AVAILABLE' && mayWinBack
  if (order.state !== 'PLACED' && !isWonBack) return
  order.state = 'PAID'
  phone.state = 'SOLD'
}

const paidStates: OrderState[] = ['PAID', 'HANDED_OVER', 'CLAIMED', 'RETURNING', 'RELEASED', 'PARTLY_REFUNDED']

function isPaid(order: Order): boolean {
  return paidStates.includes(order.state)
}

/** The money, once the order has ended. */
export function giveBack({ intent, payment }: Order): void {
  if (!intent || payment?.state !== 'SUCCEEDED') return
  intent.backCents = PRICE
  Object.assign(payment, { state: 'REFUNDED', promise: null })
}

/** Sends what an order has promised. */
function sendPromise(model: Model, order: Order, cents: number): void {
  hearOfRefund(model, order)
  const { intent, payment } = order
  if (!intent || payment?.state !== 'SUCCEEDED') return
  if (intent.backCents + cents >= PRICE) giveBack(order)
  else {
    intent.backCents += cents
    payment.promise = null
  }
}

/** A paid order and its phone, without the money. An open claim about it ends. */
export function refundRow(model: Model, order: Order, relist: boolean): void {
  const { state, claim } = order
  if (state !== 'PAID' && state !== 'CLAIMED' && state !== 'RETURNING') return
  const phone = at(model.phones, order.phone)
  order.state = 'REFUNDED'
  if (claim && state !== 'PAID') claim.state = 'REFUNDED'
  if (relist && !model.gone.has(phone.seller)) passOn(model, phone)
  else phone.state = 'REMOVED'
}

/** What the reconciler asks the provider about, and the promised refunds that it sends. */
export function reconcile(model: Model): void {
  for (const order of model.orders) {
    const { payment, intent } = order
    if (!payment || !intent) continue
    const isOpen = payment.state === 'PENDING'
    const age = model.now - payment.since
    const isHeld = payment.state === 'SUCCEEDED'
    const isKept = isOpen || age < KEPT
    const isDue = payment.checked === null || (isKept && payment.checked <= model.now - age / (isOpen ? 10 : 2))
    if (!(isOpen || isHeld) || age < MINUTE || !isDue) continue
    if (order.state === 'CANCELLED' || order.state === 'EXPIRED') cancelIntent(order)
    settle(model, order)
    payment.checked = model.now
  }
  for (const order of model.orders) {
    const promise = order.payment?.promise
    if (promise && promise.since <= model.now - MINUTE) sendPromise(model, order, promise.cents)
  }
}

export function cancelIntent({ intent }: Order): void {
  if (intent?.status === 'open') intent.status = 'canceled'
}

export function forgetUser(model: Model, person: number): void {
  model.gone.add(person)
  for (const phone of model.phones) {
    const place = standing(phone, person)
    if (place?.state === 'WAITING') place.state = 'LEFT'
  }
  for (const phone of model.phones) {
    const place = standing(phone, person)
    if (!place) continue
    place.state = 'LEFT'
    passOn(model, phone)
  }
  for (const order of model.orders) {
    const isTheirs = order.buyer === person || at(model.phones, order.phone).seller === person
    if (isTheirs && order.state === 'PLACED') endBooking(model, order, 'CANCELLED')
    if (isTheirs && order.state === 'PAID') {
      refundRow(model, order, true)
      if (order.payment) order.payment.promise = { since: model.now, cents: PRICE }
    }
  }
  for (const phone of model.phones) {
    if (phone.seller !== person) continue
    const offer = offered(phone)
    if (offer) {
      Object.assign(offer, { state: 'PASSED', until: 0 })
      passOn(model, phone)
    }
    if (phone.state === 'AVAILABLE') phone.state = 'REMOVED'
  }
}
