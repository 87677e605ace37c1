import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import type { Transaction } from '@second-ring/database'

interface Notification {
  kind: NoticeKind
  /** A sentence or two, as an admin reads it. */
  message: string
  orderId?: string
}

/** Notifies every admin, in the transaction that makes it true. */
export async function notifyAdmins(tx: Transaction, { kind, message, orderId }: Notification): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notices (user_id, kind, message, order_id)
    SELECT id, ${kind}, ${message}, ${orderId ?? null}::uuid FROM users WHERE role = 'ADMIN' AND deleted_at IS NULL`
}
