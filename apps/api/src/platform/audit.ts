import { type Database, query, run, type Transaction } from '@second-ring/database'
import { type RawBuilder, sql } from 'kysely'
import { now } from './database-clock.ts'

export type CategoryAction =
  | 'category.create'
  | 'category.rename'
  | 'category.change-picture'
  | 'category.place'
  | 'category.retire'
  | 'category.restore'
  | 'category.move-posts'

/** What may happen very often, and is therefore written once an hour for each actor and subject. */
export type HourlyAction =
  | 'read.users'
  | 'read.user'
  | 'read.orders'
  | 'read.order'
  | 'read.cases'
  | 'read.banned-emails'
  | 'read.flagged-posts'
  | 'read.reports'
  | 'read.open-money'
  | 'read.earnings'
  | 'read.audit'
  | 'refused.sign-in'
  | 'refused.call'
  | 'refused.without-proof'
  | 'refused.proof'

export interface AuditedAction {
  /** The user who acted; null for the system and the payment provider. */
  actorId: string | null
  action:
    | 'account.register'
    | 'account.sign-in'
    | 'account.verify'
    | 'account.unverify'
    | 'account.suspend'
    | 'account.lift-suspension'
    | 'account.ban-email'
    | 'account.lift-ban'
    | 'account.grant-admin'
    | 'account.revoke-admin'
    | 'account.change-name'
    | 'account.start-selling'
    | 'account.request-export'
    | 'account.download-export'
    | 'account.request-deletion'
    | 'account.put-off-deletion'
    | 'account.cancel-deletion'
    | 'account.remove'
    | 'account.add-passkey'
    | 'account.remove-passkey'
    | 'account.use-recovery-code'
    | 'account.renew-recovery-codes'
    | 'account.reset-factor'
    | 'account.make-token'
    | 'account.revoke-token'
    | 'account.propose-removal'
    | 'account.withdraw-removal'
    | 'account.prove-email'
    | 'account.ask-email-change'
    | 'account.change-email'
    | 'account.add-sign-in'
    | 'account.set-aside'
    | 'account.lose-sign-in'
    | 'account.reclaim'
    | 'account.end-sessions'
    | 'listing.create'
    | 'listing.advertise'
    | 'listing.stop-advertising'
    | 'listing.edit'
    | 'listing.remove'
    | 'listing.remove-any'
    | 'listing.dismiss-reports'
    | 'order.place'
    | 'order.pay'
    | 'order.cancel'
    | 'order.expire'
    | 'order.refund'
    | 'order.release'
    | 'order.release-money'
    | 'order.refund-part'
    | 'order.open-claim'
    | 'order.answer-claim'
    | 'order.accept-offer'
    | 'order.open-case'
    | 'order.decide-claim'
    | 'order.withdraw-claim'
    | 'order.return'
    | 'order.renew-return-code'
    | 'order.note-case'
    | 'order.hand-over'
    | 'order.claim-handover'
    | 'order.confirm-handover'
    | 'order.deny-handover'
    | 'order.decide-handover'
    | 'order.renew-code'
    | 'order.propose-meeting'
    | 'order.change-meeting'
    | 'order.propose-cancellation'
    | 'order.agree-cancellation'
    | 'order.decline-cancellation'
    | 'order.withdraw-cancellation'
    | 'order.report-no-show'
    | 'order.admit-no-show'
    | 'order.deny-no-show'
    | 'payment.refund'
    | 'payment.refund-failed'
    | 'payment.refund-undone'
    | 'payment.ask-refund'
    | 'payment.settle-outside'
    | 'payment.dispute'
    | 'payment.submit-evidence'
    | 'payment.dispute-closed'
    | 'charge.find-unmatched'
    | 'charge.order-return'
    | 'charge.return'
    | 'charge.return-failed'
    | 'charge.dismiss'
    | 'fee.set'
    | 'fee.set-tax'
    | 'payout.open-account'
    | 'payout.change-account'
    | 'payout.transfer'
    | 'payout.reverse-transfer'
    | 'payout.request'
    | 'payout.arrive'
    | 'payout.fail'
    | 'payout.return'
    | 'payout.freeze'
    | 'payout.release'
    | 'earnings.export'
    | 'audit.export'
    | CategoryAction
  subject: AuditSubject
  reason?: string
}

export interface AuditSubject {
  /** `address`: where a call came from, by a number from which the address cannot be told. */
  type: 'user' | 'listing' | 'order' | 'payment' | 'charge' | 'category' | 'fee-rule' | 'fee-tax-rate' | 'address'
  id: string
}

/** Writes the audit entry of an action, in the action's own transaction. */
export async function recordAction(tx: Transaction, audited: AuditedAction): Promise<void> {
  const { actorId, action, subject, reason = null } = audited
  const data = { actorId, action, subjectType: subject.type, subjectId: subject.id, reason }
  await tx.auditEntry.create({ data, select: { id: true } })
}

type HourlyEntry = Omit<AuditedAction, 'action'> & { action: HourlyAction }

/** How many entries of one kind of rejection an hour may have, whoever causes them: anybody can be rejected. */
const REJECTIONS_MAX = 1000

/**
 * Writes the entry of what may happen very often: the first of an hour for its actor and subject, and of each kind of rejection
 * no more than 1,000 an hour. Nobody fills the audit by trying, and whatever admins read is in it.
 */
export async function recordHourly(on: Database | Transaction, audited: HourlyEntry): Promise<void> {
  const { actorId, action, subject, reason = null } = audited
  const entry = query
    .selectNoFrom(({ cast, val }) => [
      cast<string | null>(val(actorId), 'uuid').as('actor_id'),
      cast<string>(val(action), 'text').as('action'),
      cast<string>(val(subject.type), 'text').as('subject_type'),
      cast<string>(val(subject.id), 'uuid').as('subject_id'),
      cast<string | null>(val(reason), 'text').as('reason'),
    ])
    .$if(action.startsWith('refused.'), entry => entry.where(sql<boolean>`(${ofThisHour(action)}) < ${REJECTIONS_MAX}`))
  const inserting = query
    .insertInto('audit_entries')
    .columns(['actor_id', 'action', 'subject_type', 'subject_id', 'reason'])
    .expression(entry)
    .onConflict(conflict => conflict.doNothing())
  await run(on, inserting)
}

/** Counts them, by the index of what is written hourly. */
function ofThisHour(action: HourlyAction) {
  return (
    query
      .selectFrom('audit_entries')
      .where('action', '=', action)
      // The index is of these, and is used where the statement says so in its own text.
      .where(sql<boolean>`(action LIKE 'read.%' OR action LIKE 'refused.%')`)
      .where(hourOf(sql.ref('at')), '=', hourOf(now))
      .select(({ fn }) => fn.countAll().as('count'))
  )
}

function hourOf(time: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`date_trunc('hour', ${time} AT TIME ZONE 'UTC')`
}
