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
  const admins = await tx.user.findMany({ where: { role: 'ADMIN', deletedAt: null }, select: { id: true } })
  const data = admins.map(({ id: userId }) => ({ userId, kind, message, orderId: orderId ?? null }))
  await tx.notice.createMany({ data })
}
