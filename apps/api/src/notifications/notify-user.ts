import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { type Parameters, prepare, query, type Transaction } from '@second-ring/database'

interface News {
  userId: string
  kind: NoticeKind
  /** A sentence or two, as the person reads it. */
  message: string
  /** What it is about; one of the two at the most. */
  listingId?: string
  orderId?: string
}

interface Notice {
  userId: string
  kind: NoticeKind
  message: string
  listingId: string | null
  orderId: string | null
}

const insertNotice = prepare((parameter: Parameters<Notice>) =>
  query
    .insertInto('notices')
    .columns(['user_id', 'kind', 'message', 'listing_id', 'order_id'])
    .expression(({ selectFrom, cast }) =>
      selectFrom('users')
        .where('id', '=', parameter('userId'))
        .where('deleted_at', 'is', null)
        .select([
          'id',
          cast<string>(parameter('kind'), 'text').as('kind'),
          cast<string>(parameter('message'), 'text').as('message'),
          cast<string | null>(parameter('listingId'), 'uuid').as('listing_id'),
          cast<string | null>(parameter('orderId'), 'uuid').as('order_id'),
        ]),
    ),
)

/** The same in place of what they were notified of before in this matter: of this kind, and about the same. */
export async function notifyUserOfLatest(tx: Transaction, news: News): Promise<void> {
  const { userId, kind, listingId, orderId } = news
  const about = [...(listingId ? [{ listingId }] : []), ...(orderId ? [{ orderId }] : [])]
  await tx.notice.deleteMany({ where: { userId, kind, OR: about } })
  await notifyUser(tx, news)
}

/** Tells a person something, in the transaction that makes it true. A removed person is told nothing. */
export async function notifyUser(tx: Transaction, news: News): Promise<void> {
  const { userId, kind, message, listingId = null, orderId = null } = news
  await insertNotice(tx, { userId, kind, message, listingId, orderId })
}
