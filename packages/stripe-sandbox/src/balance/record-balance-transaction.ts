import type { Context } from '../context.ts'
import { newId } from '../state/new-id.ts'
import type { BalanceTransactionRecord } from '../state/records.ts'

/** How long money is pending. Source: Stripe's usual payout speed in the USA. */
export const FUNDS_AVAILABLE_AFTER_MS = 2 * 24 * 60 * 60 * 1000

type Movement = Pick<
  BalanceTransactionRecord,
  'amount' | 'currency' | 'type' | 'reportingCategory' | 'description' | 'sourceId'
> & {
  /** The connected account; the platform unless said. */
  accountId?: string
  fee?: number
  /** When the money may be used, if not now: a charge's later. */
  availableOn?: number
  isAvailableAtOnce?: boolean
}

/** Writes down one movement of a balance. Returns its id. */
export function recordBalanceTransaction(context: Context, movement: Movement): string {
  const { fee = 0, accountId = null, isAvailableAtOnce = movement.type !== 'charge', ...rest } = movement
  const id = newId('txn')
  const pendingMs = isAvailableAtOnce ? 0 : context.settings.fundsAvailableAfterMs
  const availableOn = context.now + Math.ceil(pendingMs / 1000)
  context.tx.put('balanceTransactions', { id, created: context.now, accountId, availableOn, fee, ...rest })
  return id
}

/** Cents that the provider keeps of a charge: 2.9 % and 30 cents. Source: Stripe's public price list for the USA. */
export function chargeFee(amount: number): number {
  return Math.round(amount * 0.029) + 30
}

/** Cents that a chargeback costs, won or lost. Source: Stripe's public price list for the USA. */
export const DISPUTE_FEE = 1500
