import type { Notice, NoticeKind } from '@second-ring/contracts/notices/notice'
import type { PageInput } from '@second-ring/contracts/paging'
import { type Actor, authorize } from '#identity/actor.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'

/** The actor's notices, newest first; one page. */
export async function listNotices({ database }: Platform, actor: Actor, input: PageInput) {
  authorize(actor, 'notice.read')
  const list = ['notices', actor.id]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.notice.findMany({
    where: {
      userId: actor.id,
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
      // What is written is `tell`'s, which takes these alone.
      kind: kind as NoticeKind,
      message,
      listingId,
      orderId,
      createdAt: createdAt.toISOString(),
      read: readAt !== null,
    }),
  })
}

/** How many of the actor's notices they have not read. */
export async function countUnread({ database }: Platform, actor: Actor): Promise<{ unread: number }> {
  authorize(actor, 'notice.read')
  return { unread: await database.notice.count({ where: { userId: actor.id, readAt: null } }) }
}

/** Marks all of the actor's notices as read. */
export async function readNotices({ database, clock }: Platform, actor: Actor): Promise<{ unread: 0 }> {
  authorize(actor, 'notice.read')
  await database.notice.updateMany({ where: { userId: actor.id, readAt: null }, data: { readAt: clock.now() } })
  return { unread: 0 }
}
