import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import type { Transaction } from '@second-ring/database'

interface News {
  userId: string
  kind: NoticeKind
  /** A sentence or two, as the person reads it. */
  message: string
  /** What it is about; one of the two at the most. */
  listingId?: string
  orderId?: string
}

/** Tells a person something, in the transaction that makes it true. A removed person is told nothing. */
export async function tell(tx: Transaction, { userId, kind, message, listingId, orderId }: News): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO notices (user_id, kind, message, listing_id, order_id)
    SELECT id, ${kind}, ${message}, ${listingId ?? null}::uuid, ${orderId ?? null}::uuid
    FROM users WHERE id = ${userId}::uuid AND deleted_at IS NULL`
}
