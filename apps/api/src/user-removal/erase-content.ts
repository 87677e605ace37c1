import { type Prisma, query, run, type Transaction } from '@second-ring/database'
import { endedBySeller, forgetEvidence, quotingKinds, SELLERS_REFUND } from '#orders/forget-contacts.ts'
import { now } from '#platform/database-clock.ts'
import { ordersOfUser } from './user-orders.ts'

/**
 * Erases what a removed user has typed and uploaded: texts and pictures of their posts, contact data and reasons of their
 * orders, reports, claims, notes and proposals. The job of each hour deletes the pictures' files. The
 * names of phones and the prices stay, as a part of the other side's orders.
 */
export async function eraseContent(tx: Transaction, userId: string): Promise<void> {
  await letGoOfPictures(tx, userId)
  const nothing = { sellerName: '', description: '', location: '', images: [], hiddenAt: null }
  await tx.listing.updateMany({ where: { sellerId: userId }, data: nothing })
  await tx.order.updateMany({ where: { listing: { sellerId: userId } }, data: { productImage: '' } })
  await tx.order.updateMany({ where: { ...endedBySeller, listing: { sellerId: userId } }, data: { endReason: null } })
  await tx.order.updateMany({ where: { buyerId: userId }, data: { phone: '', meetingPlace: '' } })
  const agreed: Prisma.OrderWhereInput = { proposals: { some: { proposedById: userId, state: 'ACCEPTED' } } }
  await tx.order.updateMany({ where: agreed, data: { meetingPlace: '' } })
  // An admin's reasons are the market's.
  const asSeller: Prisma.RefundWhereInput = {
    requestedById: userId,
    payment: { order: { listing: { sellerId: userId } } },
  }
  await tx.refund.updateMany({ where: asSeller, data: { reason: SELLERS_REFUND } })
  await tx.dataExport.deleteMany({ where: { userId } })
  await tx.report.updateMany({ where: { reporterId: userId }, data: { text: '' } })
  await tx.claim.updateMany({ where: { order: { buyerId: userId } }, data: { text: '', images: [] } })
  const answered = { order: { listing: { sellerId: userId } }, answerText: { not: null } }
  await tx.claim.updateMany({ where: answered, data: { answerText: '' } })
  await tx.orderNote.deleteMany({ where: { authorId: userId } })
  await tx.meetingProposal.deleteMany({ where: { proposedById: userId } })
  await tx.cancellationProposal.deleteMany({ where: { proposedById: userId } })
  await tx.noShowReport.updateMany({ where: { reportedById: userId }, data: { text: '' } })
  const ofUser: Prisma.NoShowReportWhereInput = { reportedById: { not: userId }, order: ordersOfUser(userId) }
  await tx.noShowReport.updateMany({ where: { ...ofUser, state: 'DENIED' }, data: { answer: '' } })
  await forgetEvidence(tx)
}

/** Makes the pictures of a user due, and those that were sent without an account and that they posted. */
async function letGoOfPictures(tx: Transaction, userId: string): Promise<void> {
  const posts = await tx.listing.findMany({ where: { sellerId: userId }, select: { images: true } })
  const unnamed = { userId: null, reference: { in: posts.flatMap(({ images }) => images) } }
  const uploads = await tx.upload.findMany({ where: { OR: [{ userId }, unnamed] }, select: { id: true } })
  if (uploads.length === 0) return
  const ids = uploads.map(({ id }) => id)
  // In the order in which posts take them, so that neither waits for the other for ever.
  await run(tx, query.selectFrom('uploads').where('id', 'in', ids).select('id').orderBy('id').forUpdate())
  await run(tx, query.updateTable('uploads').set({ due_at: now }).where('id', 'in', ids))
}

/** Deletes the notifications that quote what a user has typed. To be called before those of the removal are written. */
export async function eraseQuotes(tx: Transaction, userId: string): Promise<void> {
  const orders = await tx.order.findMany({ where: ordersOfUser(userId), select: { id: true } })
  const orderId = { in: orders.map(({ id }) => id) }
  await tx.notice.deleteMany({ where: { orderId, kind: { in: quotingKinds } } })
  await tx.mail.deleteMany({ where: { orderId, kind: { in: quotingKinds }, state: 'QUEUED' } })
}
