import type Stripe from 'stripe'
import { NOTHING, type Position } from './position.ts'
import { type ProviderTransfer, readTransfers } from './transfer-positions.ts'

/** A charge by the provider's balance transactions alone. */
export type ProviderItem = {
  chargeId: string
  intentId: string | null
  /** As the market wrote them on the charge; null when it did not. */
  orderId: string | null
  marketId: string | null
  position: Position
  /** When its money last moved. */
  movedAt: Date
  /** What is not over yet, such as `refund re_1 is pending`. */
  inFlight: string[]
}

export type ProviderAccount = {
  /** By the charge's id; charges in other currencies than US dollars are not among them. */
  items: Map<string, ProviderItem>
  /** By the provider's id. */
  transfers: Map<string, ProviderTransfer>
  /** What else moved the balance, in US cents: what whoever runs the market took out (below zero) or put in, and fees of no charge. */
  otherCents: number
}

const PAGE = 100

/**
 * Recomputes where the money of every charge is, and of every transfer to a seller, from the account's balance transactions and
 * what they name as their source.
 * @throws the SDK's errors
 */
export async function readProvider(stripe: Stripe): Promise<ProviderAccount> {
  // Newest first: a movement that comes meanwhile is not read, but what it names is.
  const movements: Stripe.BalanceTransaction[] = []
  for await (const one of stripe.balanceTransactions.list({ limit: PAGE })) movements.push(one)
  const charges = new Map<string, Stripe.Charge>()
  for await (const charge of stripe.charges.list({ limit: PAGE })) charges.set(charge.id, charge)
  const refunds = new Map<string, Stripe.Refund>()
  for await (const refund of stripe.refunds.list({ limit: PAGE })) refunds.set(refund.id, refund)
  const disputes = new Map<string, Stripe.Dispute>()
  for await (const dispute of stripe.disputes.list({ limit: PAGE })) disputes.set(dispute.id, dispute)

  const { transfers, ofReversals } = await readTransfers(stripe, movements)
  let otherCents = 0

  const items = new Map<string, ProviderItem>()
  for (const movement of movements) {
    const source = idOf(movement.source) ?? ''
    const [refund, dispute] = [refunds.get(source), disputes.get(source)]
    const charge = charges.get(idOf(refund?.charge ?? dispute?.charge ?? source) ?? '')
    const isOther = !charge && !transfers.has(source) && !ofReversals.has(source)
    if (isOther && movement.currency === 'usd') otherCents += movement.net
    if (charge?.currency !== 'usd') continue
    const item = items.get(charge.id) ?? itemOf(charge)
    items.set(charge.id, item)
    const part = refund ? 'refunded' : dispute ? partOf(dispute) : 'received'
    // What lessens the balance has gone from it.
    const sign = part === 'received' ? 1 : -1
    item.position[part] += sign * movement.amount
    item.position.fees += movement.fee
    item.movedAt = new Date(Math.max(item.movedAt.getTime(), movement.created * 1000))
  }
  for (const refund of refunds.values()) {
    if (refund.status === 'pending') note(items, refund.charge, `refund ${refund.id} is pending`)
  }
  for (const dispute of disputes.values()) {
    if (partOf(dispute) === 'disputed') note(items, dispute.charge, `dispute ${dispute.id} is ${dispute.status}`)
  }
  return { items, transfers, otherCents }
}

function itemOf(charge: Stripe.Charge): ProviderItem {
  return {
    chargeId: charge.id,
    intentId: idOf(charge.payment_intent),
    orderId: charge.metadata.orderId ?? null,
    marketId: charge.metadata.market ?? null,
    position: { ...NOTHING },
    movedAt: new Date(charge.created * 1000),
    inFlight: [],
  }
}

/** A dispute that is over with its money gone was lost; what it holds otherwise may come back. */
function partOf({ status }: Stripe.Dispute): 'disputed' | 'lost' {
  const isOver = status === 'lost' || status === 'prevented' || status.startsWith('appeal_')
  return isOver ? 'lost' : 'disputed'
}

function note(items: Map<string, ProviderItem>, charge: string | Stripe.Charge | null, what: string): void {
  items.get(idOf(charge) ?? '')?.inFlight.push(what)
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : reference
}
