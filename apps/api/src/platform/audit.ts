import type { Transaction } from '@second-ring/database'

interface Act {
  /** Who acted; null for the system and the payment provider. */
  actorId: string | null
  action:
    | 'account.register'
    | 'account.verify'
    | 'account.grant-admin'
    | 'account.remove'
    | 'listing.create'
    | 'listing.advertise'
    | 'listing.stop-advertising'
    | 'listing.edit'
    | 'listing.remove'
    | 'order.place'
    | 'order.pay'
    | 'order.cancel'
    | 'order.expire'
    | 'order.refund'
    | 'order.hand-over'
    | 'payment.refund'
    | 'payment.dispute'
  subject: { type: 'user' | 'listing' | 'order' | 'payment'; id: string }
  reason?: string
}

/** Writes the audit entry of an act, in the act's own transaction. */
export async function recordAct(tx: Transaction, { actorId, action, subject, reason }: Act): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, reason)
    VALUES (${actorId}::uuid, ${action}, ${subject.type}, ${subject.id}::uuid, ${reason ?? null})`
}
