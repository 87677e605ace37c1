import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { CONTACT_DAYS } from '@second-ring/contracts/orders/order'
import { query, run } from '@second-ring/database'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

const BATCH = 500
/** Notifications that quote where to meet. */
export const meetingKinds: NoticeKind[] = ['meeting-proposed', 'meeting-answered']

const old = query
  .selectFrom('orders')
  .where('ended_at', '<=', ago(`${CONTACT_DAYS} days`))
  .where(({ eb, or }) => or([eb('phone', '<>', ''), eb('meeting_place', '<>', '')]))
  .select('id')
  .orderBy('ended_at')
  .limit(BATCH)
  .forUpdate()
  .skipLocked()

/** Erases the meeting place, the proposed ones and the phone number of orders that ended long ago; by the database's clock. */
export async function forgetContacts({ database }: Pick<Platform, 'database'>): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    count = await database.$transaction(async tx => {
      const ids = (await run(tx, old)).map(({ id }) => id)
      const orderId = { in: ids }
      await tx.meetingProposal.deleteMany({ where: { orderId } })
      await tx.notice.deleteMany({ where: { orderId, kind: { in: meetingKinds } } })
      await tx.order.updateMany({ where: { id: orderId }, data: { phone: '', meetingPlace: '' } })
      return ids.length
    })
  }
}
