import { query, run } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import { DEMO_INTENTS } from '#ledger/payment-position.ts'
import type { LedgerCharge } from '#platform/provider-ledger.ts'
import { inBatches, type ProviderCheck } from './check-provider.ts'
import type { CheckedRule } from './ledger-rule.ts'
import { refundedCents } from './owed.ts'

const BATCH = 500

const believedPayments = query
  .selectFrom('payments')
  .where('state', '=', 'SUCCEEDED')
  .where('intent_id', 'not like', DEMO_INTENTS)
  .select(['intent_id', 'id'])
  .orderBy('id')

/** Payments with what went back by refunds that the provider has, and with their orders; null while it has none. */
const selectPayments = query
  .selectFrom('payments as p')
  .leftJoin('orders as o', 'o.id', 'p.order_id')
  .select(['p.intent_id', 'p.id as payment_id', 'p.state as payment_state', 'p.amount_cents', 'p.buyer_id'])
  .select(refundedCents('PENDING', 'SUCCEEDED').as('refunded_cents'))
  .select(['o.id as order_id', 'o.state as order_state', 'o.price_cents'])
type PaymentRow = InferResult<typeof selectPayments>[number]

/**
 * Compares the provider's charges with the product's payments. What looks wrong is read again on both sides,
 * since a running product changes between the two reads.
 */
export async function checkProviderCharges(options: ProviderCheck): Promise<CheckedRule[]> {
  const believed = await run(options.database, believedPayments)
  const { id: marketId } = await options.database.market.findFirstOrThrow({ select: { id: true } })
  const seen = new Set<string>()
  const holders = new Map<string, string>()
  const wrong: string[] = []
  let ours = 0
  for await (const charges of inBatches(options.ledger.charges(), BATCH)) {
    const rows = await paymentsOf(options, charges)
    const unmatched = await unmatchedOf(options, charges)
    for (const charge of charges) {
      if (charge.intentId !== null) seen.add(charge.intentId)
      const row = rows.get(charge.intentId ?? '')
      const isOurs = charge.marketId === marketId || (charge.marketId === null && charge.orderId !== null)
      if (!row && (!isOurs || unmatched.has(charge.id))) continue
      ours += 1
      const complaint = complain(charge, row, options) && (await checkAgain(options, charge))
      if (complaint) wrong.push(complaint)
      if (charge.refundedCents >= charge.amountCents || !row || row.order_id === null) continue
      const other = holders.get(row.order_id)
      if (other) wrong.push(`order ${row.order_id} is charged twice: ${other} and ${charge.id}`)
      holders.set(row.order_id, charge.id)
    }
  }
  const chargeless = believed.filter(({ intent_id }) => !seen.has(intent_id))
  return [
    {
      rule: 'Every charge at the provider belongs to one payment, which gave back as much of it, or is noted as unmatched',
      of: 'charges of the provider',
      checked: ours,
      violations: wrong,
    },
    {
      rule: 'Every payment that the product believes in was charged',
      of: 'payments that succeeded',
      checked: believed.length,
      violations: chargeless.map(({ id, intent_id }) => `payment ${id} (${intent_id}) has no charge at the provider`),
    },
  ]
}

/** What is wrong with a charge; null when nothing is. */
function complain(charge: LedgerCharge, row: PaymentRow | undefined, { graceMs }: ProviderCheck): string | null {
  const isYoung = charge.at.getTime() > Date.now() - graceMs
  const about = `charge ${charge.id} (${charge.intentId}) of ${charge.amountCents} cents`
  if (!row) {
    const isFullyReturned = charge.refundedCents >= charge.amountCents
    return isFullyReturned || isYoung ? null : `${about}, order ${charge.orderId}: there is no payment of it`
  }
  const { payment_state: state, refunded_cents: refunded } = row
  const said = `${about}: payment ${row.payment_id} is ${state}, order ${row.order_id} ${row.order_state}`
  const price = row.price_cents ?? row.amount_cents
  if (charge.currency !== 'usd' || charge.amountCents !== price || row.amount_cents !== price) {
    return `${said} at ${price} cents, not ${charge.amountCents} ${charge.currency}`
  }
  if (charge.buyerId !== null && charge.buyerId !== row.buyer_id) {
    return `${said} is of buyer ${row.buyer_id}, but the provider charged buyer ${charge.buyerId}`
  }
  if (state === 'PENDING') return isYoung ? null : `${said}: nobody has noticed it`
  if (state !== 'SUCCEEDED' && state !== 'REFUNDED') return `${said}, but the provider has it`
  if (charge.refundedCents === refunded || isYoung) return null
  return `${said}, with ${refunded} cents given back, but the provider gave ${charge.refundedCents} back`
}

async function checkAgain(options: ProviderCheck, { id, intentId }: LedgerCharge): Promise<string | null> {
  // What cannot be settled is reported.
  if (intentId !== null) await options.settle?.(intentId).catch(() => undefined)
  const charge = await options.ledger.charge(id)
  const rows = await paymentsOf(options, [charge])
  // Settling may have recorded it.
  if (rows.size === 0 && (await unmatchedOf(options, [charge])).has(id)) return null
  return complain(charge, rows.get(charge.intentId ?? ''), options)
}

async function paymentsOf({ database }: ProviderCheck, charges: LedgerCharge[]): Promise<Map<string, PaymentRow>> {
  const intentIds = charges.flatMap(({ intentId }) => intentId ?? [])
  const rows = await run(database, selectPayments.where('p.intent_id', '=', sql<string>`any(${intentIds}::text[])`))
  return new Map(rows.map(row => [row.intent_id, row]))
}

/** Charges that fit nothing, and are known to. One that was returned is so at the provider. */
async function unmatchedOf({ database }: ProviderCheck, charges: LedgerCharge[]): Promise<Set<string>> {
  const refundable = charges.filter(charge => charge.refundedCents < charge.amountCents).map(({ id }) => id)
  const rows = await database.unmatchedCharge.findMany({
    where: {
      OR: [
        { chargeId: { in: charges.map(({ id }) => id) }, state: { not: 'RETURNED' } },
        { chargeId: { in: charges.map(({ id }) => id).filter(id => !refundable.includes(id)) } },
      ],
    },
    select: { chargeId: true },
  })
  return new Set(rows.map(row => row.chargeId))
}
