import { DomainError } from '@second-ring/contracts/errors'
import * as z from 'zod/mini'

/**
 * What the product reads of the payment provider's answers, and no more: whatever lacks it is an outage of the provider,
 * or of what stands before it, and has no effect. States are text: the provider may add some.
 */

/** Cents, or the currency's smallest unit. */
const Amount = z.int().check(z.nonnegative())
const Seconds = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000))
const Currency = z.string().check(z.regex(/^[a-z]{3}$/))
const Metadata = z.record(z.string(), z.string())
const idOf = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{1,100}$`)))

/** Another object by its id, whether or not it was asked for in full. */
const Reference = z.nullable(
  z.union([
    z.string(),
    z.pipe(
      z.object({ id: z.string() }),
      z.transform(({ id }: { id: string }) => id),
    ),
  ]),
)

/** A movement of the account's balance. */
export const BalanceTransactionAnswer = z.object({
  id: idOf('txn'),
  object: z.literal('balance_transaction'),
  amount: z.int(),
  fee: z.int(),
  currency: Currency,
  /** When the money may be used, in seconds since 1970. */
  available_on: Seconds,
})

export const ChargeAnswer = z.object({
  id: idOf('(?:ch|py)'),
  object: z.literal('charge'),
  status: z.string(),
  amount: Amount,
  amount_refunded: Amount,
  currency: Currency,
  disputed: z.boolean(),
  refunded: z.boolean(),
  metadata: Metadata,
  payment_intent: Reference,
  /** In full when it was asked for. */
  balance_transaction: z.nullable(z.union([z.string(), BalanceTransactionAnswer])),
  created: Seconds,
})
export type ChargeAnswer = z.infer<typeof ChargeAnswer>

export const PaymentIntentAnswer = z.object({
  id: idOf('pi'),
  object: z.literal('payment_intent'),
  status: z.string(),
  amount: Amount,
  currency: Currency,
  metadata: Metadata,
  client_secret: z.nullable(z.string()),
  latest_charge: z.nullable(z.union([z.string(), ChargeAnswer])),
})
export type PaymentIntentAnswer = z.infer<typeof PaymentIntentAnswer>

/** An intent that was asked for with its charge: one that succeeded has it. */
export const IntentWithChargeAnswer = z
  .extend(PaymentIntentAnswer, { latest_charge: z.nullable(ChargeAnswer) })
  .check(
    z.refine(
      ({ status, latest_charge }) => status !== 'succeeded' || latest_charge?.status === 'succeeded',
      'has succeeded without a charge',
    ),
  )
export type IntentWithChargeAnswer = z.infer<typeof IntentWithChargeAnswer>

export const RefundAnswer = z.object({
  id: idOf('(?:re|pyr)'),
  object: z.literal('refund'),
  status: z.nullable(z.string()),
  amount: Amount,
  currency: Currency,
  metadata: z.nullable(Metadata),
  charge: Reference,
  payment_intent: Reference,
  failure_reason: z.optional(z.string()),
  created: Seconds,
})
export type RefundAnswer = z.infer<typeof RefundAnswer>

export const DisputeAnswer = z.object({
  id: idOf('(?:dp|du)'),
  object: z.literal('dispute'),
  status: z.string(),
  amount: Amount,
  currency: Currency,
  reason: z.string(),
  charge: Reference,
  payment_intent: Reference,
  balance_transactions: z.array(BalanceTransactionAnswer),
  evidence_details: z.object({ due_by: z.nullable(Seconds) }),
  created: Seconds,
})
export type DisputeAnswer = z.infer<typeof DisputeAnswer>

export const AccountAnswer = z.object({
  id: idOf('acct'),
  object: z.literal('account'),
  details_submitted: z.boolean(),
  payouts_enabled: z.boolean(),
  capabilities: z.optional(z.object({ transfers: z.optional(z.string()) })),
  requirements: z.nullish(
    z.object({ currently_due: z.nullable(z.array(z.string())), disabled_reason: z.nullable(z.string()) }),
  ),
})
export type AccountAnswer = z.infer<typeof AccountAnswer>

/** A link that its holder opens. */
export const LinkAnswer = z.object({ object: z.enum(['account_link', 'login_link']), url: z.url() })

export const TransferAnswer = z.object({
  id: idOf('tr'),
  object: z.literal('transfer'),
  amount: Amount,
  amount_reversed: Amount,
  currency: Currency,
  destination: Reference,
  source_transaction: Reference,
  metadata: Metadata,
  created: Seconds,
})
export type TransferAnswer = z.infer<typeof TransferAnswer>

export const ReversalAnswer = z.object({
  id: idOf('trr'),
  object: z.literal('transfer_reversal'),
  amount: Amount,
  metadata: z.nullable(Metadata),
  created: Seconds,
})
export type ReversalAnswer = z.infer<typeof ReversalAnswer>

const Funds = z.array(z.object({ amount: z.int(), currency: Currency }))
export const BalanceAnswer = z.object({ object: z.literal('balance'), available: Funds, pending: Funds })
export type BalanceAnswer = z.infer<typeof BalanceAnswer>

export const PayoutAnswer = z.object({
  id: idOf('po'),
  object: z.literal('payout'),
  amount: Amount,
  currency: Currency,
  status: z.string(),
  failure_code: z.nullable(z.string()),
  arrival_date: Seconds,
  metadata: z.nullable(Metadata),
  created: Seconds,
})
export type PayoutAnswer = z.infer<typeof PayoutAnswer>

/** A page of a list. */
export function listAnswer<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ object: z.literal('list'), data: z.array(item), has_more: z.boolean() })
}

/**
 * What was read of an answer.
 * @throws DomainError PROVIDER_UNAVAILABLE when the answer is not of this kind
 */
export function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.output<Schema> {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw providerUnavailable(new Error('Not an answer of the provider', { cause: parsed.error }))
  return parsed.data
}

export function providerUnavailable(cause: unknown): DomainError {
  return new DomainError('PROVIDER_UNAVAILABLE', UNAVAILABLE, { cause })
}

const UNAVAILABLE = 'The payment provider does not answer right now. Try again in a minute.'
