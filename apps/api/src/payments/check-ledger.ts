import { isPaid, type OrderState } from '@second-ring/contracts/orders/order'
import type { PaymentState } from '@second-ring/contracts/payments/payment'
import { type Database, Prisma } from '@second-ring/database'
import type { LedgerCharge, ProviderLedger } from '../platform/provider-ledger.ts'
import { type CheckedRule, DEMO_INTENTS, noQueue, refundInLine } from './book-rules.ts'

interface LedgerCheck {
  database: Database
  ledger: ProviderLedger
  hasQueue: boolean
  /** A charge younger than this may not have been heard of yet. */
  graceMs: number
}

interface PaymentRow {
  intent_id: string
  payment_id: string
  payment_state: PaymentState
  amount_cents: number
  order_id: string
  order_state: OrderState
  price_cents: number
  is_in_line: boolean
}

const BATCH = 500

/**
 * Holds the provider's charges against the product's payments. What looks wrong is looked at once more, afresh on both
 * sides, since a running product moves on between the two reads.
 */
export async function checkLedger(of: LedgerCheck): Promise<CheckedRule[]> {
  const believed = await of.database.$queryRaw<{ intent_id: string; id: string }[]>`
    SELECT intent_id, id::text FROM payments
    WHERE state = 'SUCCEEDED' AND intent_id NOT LIKE ${DEMO_INTENTS} ORDER BY id`
  const seen = new Set<string>()
  const holders = new Map<string, string>()
  const wrong: string[] = []
  let ours = 0
  for await (const charges of inBatches(of.ledger.charges(), BATCH)) {
    const rows = await paymentsOf(of, charges)
    for (const charge of charges) {
      if (charge.intentId !== null) seen.add(charge.intentId)
      const row = rows.get(charge.intentId ?? '')
      if (charge.orderId === null && !row) continue
      ours += 1
      const complaint = complain(charge, row, of) && (await lookAgain(of, charge))
      if (complaint) wrong.push(complaint)
      if (charge.refundedCents >= charge.amountCents || !row) continue
      const other = holders.get(row.order_id)
      if (other) wrong.push(`order ${row.order_id} is charged twice: ${other} and ${charge.id}`)
      holders.set(row.order_id, charge.id)
    }
  }
  const chargeless = believed.filter(({ intent_id }) => !seen.has(intent_id))
  return [
    {
      rule: 'Every charge that the provider has not given back belongs to one paid order, at its price',
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
function complain(charge: LedgerCharge, row: PaymentRow | undefined, { graceMs }: LedgerCheck): string | null {
  const isGivenBack = charge.refundedCents >= charge.amountCents
  const isYoung = charge.at.getTime() > Date.now() - graceMs
  const about = `charge ${charge.id} (${charge.intentId}) of ${charge.amountCents} cents`
  if (!row) {
    return isGivenBack || isYoung ? null : `${about}, order ${charge.orderId}: there is no payment of it`
  }
  const said = `${about}: payment ${row.payment_id} is ${row.payment_state}, order ${row.order_id} ${row.order_state}`
  if (charge.currency !== 'usd' || charge.amountCents !== row.price_cents || row.amount_cents !== row.price_cents) {
    return `${said} at ${row.price_cents} cents, not ${charge.amountCents} ${charge.currency}`
  }
  if (row.payment_state === 'PENDING') return isYoung ? null : `${said}: nobody has noticed it`
  if (isGivenBack) return row.payment_state === 'REFUNDED' || isYoung ? null : `${said}, but the provider gave it back`
  if (row.payment_state !== 'SUCCEEDED') return `${said}, but the provider still has it`
  return isPaid(row.order_state) || row.is_in_line || charge.disputed ? null : `${said}, and nobody gives it back`
}

async function lookAgain(of: LedgerCheck, { id }: LedgerCharge): Promise<string | null> {
  const charge = await of.ledger.charge(id)
  const rows = await paymentsOf(of, [charge])
  return complain(charge, rows.get(charge.intentId ?? ''), of)
}

async function paymentsOf(
  { database, hasQueue }: LedgerCheck,
  charges: LedgerCharge[],
): Promise<Map<string, PaymentRow>> {
  const intentIds = charges.flatMap(({ intentId }) => intentId ?? [])
  const rows = await database.$queryRaw<PaymentRow[]>(Prisma.sql`
    SELECT p.intent_id, p.id::text AS payment_id, p.state::text AS payment_state, p.amount_cents,
      o.id::text AS order_id, o.state::text AS order_state, o.price_cents,
      ${hasQueue ? refundInLine : noQueue} AS is_in_line
    FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.intent_id = ANY(${intentIds})`)
  return new Map(rows.map(row => [row.intent_id, row]))
}

async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
