import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { type PlainTransaction, runIn, type Transaction } from '@second-ring/database'

interface News {
  userId: string
  kind: NoticeKind
  /** A sentence or two, as the person reads it. */
  message: string
  /** What it is about; one of the two at the most. */
  listingId?: string
  orderId?: string
}

const insertNotice = `INSERT INTO notices (user_id, kind, message, listing_id, order_id)
  SELECT id, $2, $3, $4::uuid, $5::uuid FROM users WHERE id = $1::uuid AND deleted_at IS NULL`

/** Tells a person something, in the transaction that makes it true. A removed person is told nothing. */
export async function tell(tx: Transaction | PlainTransaction, news: News): Promise<void> {
  const { userId, kind, message, listingId = null, orderId = null } = news
  await runIn(tx, { text: insertNotice, values: [userId, kind, message, listingId, orderId] })
}
