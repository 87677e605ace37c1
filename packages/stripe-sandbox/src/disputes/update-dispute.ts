import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import type { DisputeRecord, DisputeStatus, Metadata } from '../state/records.ts'
import { notAllowed } from '../wire/api-error.ts'
import { alreadyClosed, decideDispute } from './decide-dispute.ts'
import { isClosed, isInquiry } from './dispute-states.ts'
import { presentDispute } from './present-dispute.ts'

export type DisputeUpdate = {
  /** Members to set, or with null to take away. */
  evidence: Record<string, string | null>
  submit: boolean
  metadata: Metadata
}

/**
 * Adds evidence to a dispute, and submits it. In the magic texts the bank reads what to decide (Stripe's testing page).
 * @throws ApiError 400 when the dispute is closed, or its evidence was submitted before
 */
export function updateDispute(context: Context, dispute: DisputeRecord, update: DisputeUpdate): DisputeRecord {
  if (isClosed(dispute)) throw alreadyClosed()
  const isWaiting = dispute.status === 'needs_response' || dispute.status === 'warning_needs_response'
  const brings = Object.keys(update.evidence).length > 0
  if (!isWaiting && (brings || update.submit)) {
    throw notAllowed('Evidence for this dispute has already been submitted.')
  }
  const evidence = Object.fromEntries(
    Object.entries({ ...dispute.evidence, ...update.evidence }).flatMap(([name, text]) => (text ? [[name, text]] : [])),
  )
  const changed: DisputeRecord = { ...dispute, evidence, metadata: update.metadata }
  if (update.submit) return submit(context, changed)
  context.tx.put('disputes', changed)
  const previousAttributes = { metadata: dispute.metadata }
  recordEvent(context, 'charge.dispute.updated', { object: presentDispute(changed, context.tx), previousAttributes })
  return changed
}

function submit(context: Context, dispute: DisputeRecord): DisputeRecord {
  const submitted = { ...dispute, submissionCount: dispute.submissionCount + 1 }
  const reviewed = decideDispute(context, submitted, isInquiry(dispute) ? 'warning_under_review' : 'under_review')
  const to = verdictOf(reviewed)
  if (!to) return reviewed
  const settling: DisputeRecord = { ...reviewed, settlement: { atMs: context.now * 1000 + SETTLED_AFTER_MS, to } }
  context.tx.put('disputes', settling)
  context.toSettle.push({ name: 'disputes', id: settling.id })
  return settling
}

function verdictOf(dispute: DisputeRecord): DisputeStatus | undefined {
  const text = dispute.evidence.uncategorized_text
  if (isInquiry(dispute)) {
    if (text === 'escalate_inquiry_evidence') return 'needs_response'
    return text === 'winning_evidence' || text === 'losing_evidence' ? 'warning_closed' : undefined
  }
  if (text === 'winning_evidence') return 'won'
  return text === 'losing_evidence' ? 'lost' : undefined
}
