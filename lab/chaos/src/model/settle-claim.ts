// How a claim goes on and ends: pure, as the rest of the model.
import { at, HOUR, type Model, type Order, PRICE, refundRow } from './model.ts'

const ANSWER = 48 * HOUR
const CASE = 72 * HOUR
const RETURN = 7 * 24 * HOUR

/** Why nothing of a claim can be done by whoever's turn it is not; null when it is theirs. */
export function notTheirTurn(model: Model, order: Order, turn: 'SELLER_ANSWERS' | 'BUYER_ANSWERS' | 'RETURNING') {
  const { state, claim } = order
  if ((state !== 'CLAIMED' && state !== 'RETURNING') || !claim) return 'ORDER_NOT_OPEN'
  return claim.state === turn && claim.until > model.now ? null : 'CONFLICT'
}

export function beginClaim(model: Model, order: Order, wish: Pick<NonNullable<Order['claim']>, 'wish' | 'wishCents'>) {
  order.state = 'CLAIMED'
  const rest = { offerCents: PRICE, wrongCodes: 0, isReturnOrdered: false }
  order.claim = { state: 'SELLER_ANSWERS', until: model.now + ANSWER, ...wish, ...rest }
  if (model.gone.has(sellerOf(model, order))) leaveToAdmin(model, order)
}

/** Whether both are there to return the phone. */
export function canReturn(model: Model, order: Order): boolean {
  return !(model.gone.has(order.buyer) || model.gone.has(sellerOf(model, order)))
}

/** Claims of a person who is removed are an admin's. */
export function leaveClaims(model: Model, person: number): void {
  for (const order of model.orders) {
    const isTheirs = order.buyer === person || sellerOf(model, order) === person
    if (isTheirs && isWaiting(order)) leaveToAdmin(model, order)
  }
}

function sellerOf(model: Model, order: Order): number {
  return at(model.phones, order.phone).seller
}

/** Whether a side of an order is to answer, or both to meet for a return. */
function isWaiting({ claim }: Order): boolean {
  return claim !== null && ['SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING'].includes(claim.state)
}

export function offer(model: Model, { claim }: Order, offerCents: number): void {
  if (claim) Object.assign(claim, { state: 'BUYER_ANSWERS', until: model.now + ANSWER, offerCents })
}

export function leaveToAdmin(model: Model, order: Order): void {
  order.state = 'CLAIMED'
  if (order.claim) Object.assign(order.claim, { state: 'UNDECIDED', until: model.now + CASE })
}

export function beginReturn(model: Model, order: Order): void {
  order.state = 'RETURNING'
  if (order.claim) Object.assign(order.claim, { state: 'RETURNING', until: model.now + RETURN, wrongCodes: 0 })
}

/** So much goes back, and the rest is the seller's; all that there is, when it is not less. */
export function giveBackPart(model: Model, order: Order, cents: number): void {
  if (cents >= PRICE) giveBackAll(model, order, 'REFUNDED')
  else {
    order.state = 'PARTLY_REFUNDED'
    if (order.claim) order.claim.state = 'PARTLY_REFUNDED'
    promise(model, order, cents)
  }
}

export function giveBackAll(model: Model, order: Order, ended: 'REFUNDED' | 'RETURNED'): void {
  refundRow(model, order, false)
  if (order.claim) order.claim.state = ended
  promise(model, order, PRICE)
}

/** The seller has the money. */
export function closeForSeller(order: Order, ended: 'DECLINED' | 'WITHDRAWN'): void {
  order.state = 'RELEASED'
  if (order.claim) order.claim.state = ended
}

/** What nobody has answered in time is an admin's. */
export function missAnswers(model: Model): void {
  for (const order of model.orders) {
    if (isWaiting(order) && order.claim && order.claim.until <= model.now) leaveToAdmin(model, order)
  }
}

function promise(model: Model, { payment }: Order, cents: number): void {
  if (payment?.state === 'SUCCEEDED') payment.promise = { since: model.now, cents }
}
