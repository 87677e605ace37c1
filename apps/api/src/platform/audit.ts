import type { Transaction } from '@second-ring/database'

export type CategoryAction =
  | 'category.create'
  | 'category.rename'
  | 'category.change-picture'
  | 'category.place'
  | 'category.retire'
  | 'category.restore'
  | 'category.move-posts'

export interface AuditedAction {
  /** The user who acted; null for the system and the payment provider. */
  actorId: string | null
  action:
    | 'account.register'
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
    | 'account.request-deletion'
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
    | 'order.hand-over'
    | 'order.claim-handover'
    | 'order.confirm-handover'
    | 'order.deny-handover'
    | 'order.decide-handover'
    | 'order.change-meeting'
    | 'payment.refund'
    | 'payment.refund-failed'
    | 'payment.refund-undone'
    | 'payment.ask-refund'
    | 'payment.settle-outside'
    | 'payment.dispute'
    | 'payment.dispute-closed'
    | 'charge.find-unmatched'
    | 'charge.order-return'
    | 'charge.return'
    | 'charge.return-failed'
    | 'charge.dismiss'
    | CategoryAction
  subject: { type: 'user' | 'listing' | 'order' | 'payment' | 'charge' | 'category'; id: string }
  reason?: string
}

/** Writes the audit entry of an action, in the action's own transaction. */
export async function recordAction(tx: Transaction, audited: AuditedAction): Promise<void> {
  const { actorId, action, subject, reason = null } = audited
  const data = { actorId, action, subjectType: subject.type, subjectId: subject.id, reason }
  await tx.auditEntry.create({ data, select: { id: true } })
}
