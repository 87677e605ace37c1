import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { optionalParagraph } from '../text.ts'
import { DisputeState } from './dispute.ts'

/**
 * What the market tells the bank about a deal: what was sold, who bought it, when it was handed over, when the market refunds, and
 * all that has happened, with what the two sides have written.
 */
export const evidenceParts = ['product', 'buyerName', 'buyerEmail', 'handedOver', 'refundPolicy', 'deal'] as const
export const EvidencePart = z.enum(evidenceParts)
export type EvidencePart = z.infer<typeof EvidencePart>

export const EvidenceText = z.object({ part: EvidencePart, text: z.string() })
export type EvidenceText = z.infer<typeof EvidenceText>

/** How long a text of an answer may be; the provider takes no more. */
export const EVIDENCE_MAX = 20_000

/** `REQUESTED` and on its way to the provider, `SENT`, or `REJECTED` by the provider. */
export const DisputeAnswerState = z.enum(['REQUESTED', 'SENT', 'REJECTED'])
export type DisputeAnswerState = z.infer<typeof DisputeAnswerState>

/** An answer that an admin has given the bank, as it was sent. */
export const DisputeAnswer = z.object({
  id: Id,
  state: DisputeAnswerState,
  /** Empty once it is forgotten, with what the two sides have written to each other. */
  evidence: z.array(EvidenceText),
  /** What the admin has added; empty without. */
  note: z.string(),
  /** Empty for a removed admin. */
  answeredBy: z.string(),
  requestedAt: Instant,
  sentAt: z.nullable(Instant),
  /** The provider's word on why it does not take it. */
  rejection: z.nullable(z.string()),
})
export type DisputeAnswer = z.infer<typeof DisputeAnswer>

/** What an admin can answer the bank, and has. */
export const DisputeEvidenceInput = z.object({ disputeId: Id })
export type DisputeEvidenceInput = z.infer<typeof DisputeEvidenceInput>
export const DisputeEvidenceOutput = z.object({
  id: Id,
  orderId: z.nullable(Id),
  /** Empty where there is no order. */
  productName: z.string(),
  amountCents: z.int(),
  state: DisputeState,
  /** The provider's word, such as `product_not_received`. */
  reason: z.string(),
  /** Until when the market may answer; null when there is nothing to answer. */
  dueAt: z.nullable(Instant),
  /** What would be sent now; null when the bank cannot be answered. */
  evidence: z.nullable(z.array(EvidenceText)),
  /** Newest first. */
  answers: z.array(DisputeAnswer),
})
export type DisputeEvidenceOutput = z.infer<typeof DisputeEvidenceOutput>

export const SubmitEvidenceForm = z.object({ note: optionalParagraph(EVIDENCE_MAX) })
export type SubmitEvidenceForm = z.infer<typeof SubmitEvidenceForm>

/** Sends the bank what was put together of the deal, once, with what the admin adds. */
export const SubmitEvidenceInput = z.extend(SubmitEvidenceForm, { disputeId: Id })
export type SubmitEvidenceInput = z.infer<typeof SubmitEvidenceInput>
export const SubmitEvidenceOutput = z.object({ answerId: Id })
