import { inUtc } from '@second-ring/contracts/in-utc'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { describeSideGone } from '#payments/refund-missed-handovers.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { protectedFrom } from '#platform/suspended-buyer.ts'

interface Suspended {
  userId: string
  /** The admin. */
  actorId: string
}

/**
 * Holds the money of phones that were handed over to a user who is suspended within their time to report a problem: they cannot,
 * so there is more time in which an admin can for them ({@link protectedFrom}). Its end is counted from the handover, so that
 * another suspension adds nothing. Tells the sellers and the admins. To be called once the user's row says that they are suspended, after the orders
 * that were not handed over have ended.
 * @returns what the buyer is to do with them, as their mail says it; empty where there are none
 */
export async function holdForSuspendedBuyer(
  tx: Transaction,
  { operatorEmail }: Pick<Platform, 'operatorEmail'>,
  { userId, actorId }: Suspended,
): Promise<string> {
  // Somebody may be handing one over in this moment.
  const paid = query.selectFrom('orders').where('buyer_id', '=', userId).where('state', 'in', ['PAID', 'HANDED_OVER'])
  await run(tx, paid.select('id').orderBy('id').forNoKeyUpdate())
  const extending = query
    .updateTable('orders as o')
    .from('listings as l')
    .whereRef('l.id', '=', 'o.listing_id')
    .set({ protected_until: protectedFrom(sql<Date>`o.ended_at`), updated_at: now })
    .where('o.buyer_id', '=', userId)
    .where('o.state', '=', 'HANDED_OVER')
    .where('o.protected_until', '>', now)
    .returning(['o.id', 'o.product_name as productName', 'l.seller_id as sellerId', 'o.protected_until as until'])
  const reason = describeSideGone('buyer', 'was suspended')
  const whom = operatorEmail ?? 'whoever runs this market'
  const advice: string[] = []
  for (const { id: orderId, productName, sellerId, until } of await run(tx, extending)) {
    if (until === null) throw new Error(`Order ${orderId} has no time to report a problem`)
    await recordAction(tx, { actorId, action: 'order.open-case', subject: { type: 'order', id: orderId }, reason })
    const held = `${reason}. The money for ${productName} is held until ${inUtc(until)} at the latest`
    await notifyUser(tx, {
      ...{ userId: sellerId, kind: 'case-opened', orderId },
      message: `${held}: an admin may report a problem for them, or release it to you before.`,
    })
    const toAdmins = `${held}. Ask them by mail whether all is fine, then report a problem for them or release the money.`
    await notifyAdmins(tx, { kind: 'case-undecided', message: toAdmins, orderId })
    advice.push(
      `If something is wrong with ${productName}, write to ${whom} by ${inUtc(until)}: its money is held until then.`,
    )
  }
  return advice.join(' ')
}
