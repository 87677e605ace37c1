import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import type { Transaction } from '@second-ring/database'
import { presentUser } from '#identity/present-user.ts'

interface Notification {
  kind: NoticeKind
  /** A sentence or two, as an admin reads it. */
  message: string
  orderId?: string
}

/** Notifies every admin, and deletes their earlier notifications of this kind about the same order. */
export async function notifyAdminsOfLatest(tx: Transaction, notification: Notification): Promise<void> {
  const { kind, orderId } = notification
  const admins = await tx.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } })
  const userId = { in: admins.map(({ id }) => id) }
  if (orderId !== undefined) await tx.notice.deleteMany({ where: { userId, kind, orderId } })
  await notifyAdmins(tx, notification)
}

/** Notifies every admin, in the transaction of the event. */
export async function notifyAdmins(tx: Transaction, { kind, message, orderId }: Notification): Promise<void> {
  const admins = await tx.user.findMany({ where: { role: 'ADMIN', ...presentUser }, select: { id: true } })
  const data = admins.map(({ id: userId }) => ({ userId, kind, message, orderId: orderId ?? null }))
  await tx.notice.createMany({ data })
}
