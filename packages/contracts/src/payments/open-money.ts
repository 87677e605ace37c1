import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PageInput, pageOf } from '../paging.ts'
import { line } from '../text.ts'

/**
 * Why money is open: `owed` and not with the provider yet; `failed`: owed, and the refund of it failed; with a `dueAt`
 * it is tried again by itself, else an admin decides; `pending`: with the provider, which has not said how it ends; `disputed` by a bank; `unmatched`: a
 * charge that fits no order and waits for an admin, or is on its way back; `unclaimed`: a seller's, and not sent to their bank
 * as things are, for 80 days, or at once where they can do nothing, as they were removed or the provider has closed the account.
 */
export const openMoneyKinds = ['owed', 'failed', 'pending', 'disputed', 'unmatched', 'unclaimed'] as const
export const OpenMoneyKind = z.enum(openMoneyKinds)
export type OpenMoneyKind = z.infer<typeof OpenMoneyKind>

/** Money that is not where it belongs yet. */
export const OpenMoney = z.object({
  kind: OpenMoneyKind,
  /**
   * The payment's for `owed`, `failed` and `unclaimed`, else the refund's, the dispute's or the unmatched charge's; of money on a
   * seller's account at the provider the last transfer's there.
   */
  id: Id,
  /** Null for an unmatched charge, and for money on a seller's account at the provider. */
  paymentId: z.nullable(Id),
  orderId: z.nullable(Id),
  /** The provider's payment intent; of money on a seller's account there, that account. */
  transactionId: z.string(),
  amountCents: z.int(),
  /** Empty where there is no order. */
  productName: z.string(),
  /** Empty where there is none, or they were removed. */
  buyerName: z.string(),
  sellerName: z.string(),
  /** Null where there is no order, unless it is on a seller's account at the provider. */
  sellerId: z.nullable(Id),
  /** The state of the refund, dispute, unmatched charge or order; of the last refund for `owed` and `failed`, if there was one. */
  state: z.nullable(z.string()),
  /** Why: the refund's reason, the provider's word on a failure or a dispute, the cause of an unmatched charge. */
  reason: z.string(),
  since: Instant,
  /** When it is tried again, or until when the market may answer the bank; null where nothing is due. */
  dueAt: z.nullable(Instant),
})
export type OpenMoney = z.infer<typeof OpenMoney>

/** All of it, what is open the longest first; `kind` narrows it. */
export const ListOpenMoneyInput = z.extend(PageInput, { kind: z.optional(OpenMoneyKind) })
export type ListOpenMoneyInput = z.infer<typeof ListOpenMoneyInput>
export const ListOpenMoneyOutput = pageOf(OpenMoney)

/** How much of each kind is open, what the market has lost, and what the last check of the ledger found. */
export const MoneySummaryOutput = z.object({
  open: z.record(OpenMoneyKind, z.int()),
  /** What went back beyond what was paid, in cents: of a payment that was refunded, and then lost to a bank, the refund. */
  lostCents: z.int(),
  /** Null before the first. */
  lastCheck: z.nullable(
    z.object({
      finishedAt: Instant,
      /** A sentence each; at most a hundred. */
      violations: z.array(z.string()),
      violationCount: z.int(),
    }),
  ),
})
export type MoneySummaryOutput = z.infer<typeof MoneySummaryOutput>

/** Asks the provider once more for what a payment owes, after its refunds failed or ahead of their time. */
export const AskRefundAgainInput = z.object({ paymentId: Id })
export type AskRefundAgainInput = z.infer<typeof AskRefundAgainInput>
export const AskRefundAgainOutput = z.object({ refundId: Id })

/** How the buyer was paid back, as an admin writes it and both sides of the order read it. */
export const SettleRefundOutsideForm = z.object({
  note: line('Note is required', 500).check(z.minLength(3, 'Use at least 3 characters')),
})
export type SettleRefundOutsideForm = z.infer<typeof SettleRefundOutsideForm>

/** Says that what a payment owes, and what could not be refunded, was paid back another way than by the provider. */
export const SettleRefundOutsideInput = z.extend(SettleRefundOutsideForm, { paymentId: Id })
export type SettleRefundOutsideInput = z.infer<typeof SettleRefundOutsideInput>
export const SettleRefundOutsideOutput = z.object({ refundId: Id })
