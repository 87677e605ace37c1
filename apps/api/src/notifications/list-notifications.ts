import type { Notice, NoticeKind } from '@second-ring/contracts/notices/notice'
import type { PageInput } from '@second-ring/contracts/paging'
import { authorize, type Caller } from '#identity/caller.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

/** The caller's notifications, newest first; one page. */
export async function listNotifications({ database }: Platform, caller: Caller, input: PageInput) {
  authorize(caller, 'notice.read')
  const list = ['notices', caller.id]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.notice.findMany({
    where: {
      userId: caller.id,
      ...(after && { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.createdAt, id: row.id }),
    toItem: ({ id, kind, message, listingId, orderId, createdAt, readAt }): Notice => ({
      id,
      // `notifyUser` and `notifyAdmins` write these kinds alone.
      kind: kind as NoticeKind,
      message,
      listingId,
      orderId,
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    }),
  })
}

/** The number of the caller's unread notifications. */
export async function countUnread({ database }: Platform, caller: Caller): Promise<{ unread: number }> {
  authorize(caller, 'notice.read')
  return { unread: await database.notice.count({ where: { userId: caller.id, readAt: null } }) }
}

/** Marks all of the caller's notifications as read. */
export async function markNotificationsRead({ database, clock }: Platform, caller: Caller): Promise<{ unread: 0 }> {
  authorize(caller, 'notice.read')
  await database.notice.updateMany({ where: { userId: caller.id, readAt: null }, data: { readAt: clock.now() } })
  return { unread: 0 }
}
