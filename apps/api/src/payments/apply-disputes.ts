import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import { DAYS_AFTER_DISPUTE } from '@second-ring/contracts/orders/deadlines'
import { isClaimed, isPaid, isReleased, type OrderState } from '@second-ring/contracts/orders/order'
import { isOpenDispute } from '@second-ring/contracts/payments/dispute'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { postDisputeMove } from '#ledger/post-dispute.ts'
import { postFee } from '#ledger/post-payment.ts'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { openDispute } from '#orders/open-dispute.ts'
import { releaseWonLate } from '#orders/release-won-late.ts'
import { MEETING_REMINDERS } from '#orders/reminders.ts'
import { recordAction } from '#platform/audit.ts'
import type { ProviderDispute } from '#platform/card-payments.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { transitionDispute, WON_ON_APPEAL } from './dispute-transitions.ts'
import { isFullyReturned, type PaymentAccount, readPayment } from './lock-payment.ts'
import { lostCents, promisedCents } from './owed.ts'
import { makeDue } from './request-refund.ts'

type DisputeRow = PaymentAccount['disputes'][number]

interface Application {
  paymentId: string
  disputes: ProviderDispute[]
}

/** How long a handover or a return may take at least once a dispute is over. */
const MEETING_AFTER = `${DAYS_AFTER_DISPUTE} days` as const

/**
 * Updates the disputes of a locked payment from the provider's. Once the last of them is decided, the
 * handover has some days left, as has a return, and a refund that has waited for it is due.
 */
export async function applyDisputes(
  tx: Transaction,
  { jobs }: Platform,
  { paymentId: id, disputes }: Application,
): Promise<void> {
  let isDecided = false
  for (const dispute of disputes) {
    for (const fee of dispute.fees) await postFee(tx, { paymentId: id, of: fee.id, cents: fee.cents })
    const before = await readPayment(tx, id)
    const row = before.disputes.find(known => known.providerId === dispute.id)
    const change = { row, dispute, orderId: before.order?.id }
    if (!(row ? await changeRow(tx, { ...change, row }) : await addRow(tx, id, dispute))) continue
    const account = await readPayment(tx, id)
    if (row?.state === 'LOST') await notifyWonLate(tx, account, dispute)
    else if (!isOpenDispute(dispute.status)) {
      isDecided = true
      await notifyClosed(tx, account, dispute)
    } else if (!row || dispute.status === 'NEEDS_RESPONSE') await notifyOpened(tx, account, dispute)
  }
  if (!isDecided || (await tx.dispute.count({ where: { paymentId: id, ...openDispute } })) > 0) return
  await prolongMeetings(tx, id)
  if (await makeDue(tx, id)) await jobs.enqueue(tx, 'payments.refund', { paymentId: id })
}

/** Nobody could hand over or return the phone of a payment while a bank looked into it: they are reminded anew. */
async function prolongMeetings(tx: Transaction, paymentId: string): Promise<void> {
  const handover = query
    .updateTable('orders as o')
    .from('payments as p')
    .set({ handover_due_at: fromNow(MEETING_AFTER) })
    .where('p.id', '=', paymentId)
    .whereRef('o.id', '=', 'p.order_id')
    .where('o.state', '=', 'PAID')
    .where('o.handover_due_at', '<', fromNow(MEETING_AFTER))
    .returning('o.id')
  const itsReturn = query
    .updateTable('claims as c')
    .from('payments as p')
    .set({ due_at: fromNow(MEETING_AFTER) })
    .where('p.id', '=', paymentId)
    .whereRef('c.order_id', '=', 'p.order_id')
    .where('c.state', '=', 'RETURNING')
    .where('c.due_at', '<', fromNow(MEETING_AFTER))
    .returning('c.order_id as id')
  for (const { id: orderId } of [...(await run(tx, handover)), ...(await run(tx, itsReturn))])
    await tx.orderReminder.deleteMany({ where: { orderId, kind: { in: MEETING_REMINDERS } } })
}

/** @returns whether its state has changed */
async function changeRow(
  tx: Transaction,
  { row, dispute, orderId }: { row: DisputeRow; dispute: ProviderDispute; orderId: string | undefined },
): Promise<boolean> {
  const { status: to, amountCents, dueAt } = dispute
  const { id, paymentId, state } = row
  const isWonLate = state === 'LOST' && to === 'WON'
  const move = { id, paymentId, before: row, after: { state: to, amountCents } }
  if (state !== to) {
    if (!(await transitionDispute(tx, { id, from: state, to, amountCents, dueAt }))) return false
    if (isWonLate) await recordClosed(tx, { paymentId, reason: WON_ON_APPEAL })
    if (isWonLate && orderId !== undefined) {
      await releaseWonLate(tx, { orderId, giveBackCents: await readOthers(tx, { paymentId, wonCents: amountCents }) })
    }
    await postDisputeMove(tx, move)
    return true
  }
  if (!isOpenDispute(to)) return false
  await tx.dispute.updateMany({ where: { id, state: to }, data: { amountCents, dueAt } })
  await postDisputeMove(tx, move)
  return false
}

/**
 * How much of a payment is not what a bank gave back on appeal, where the buyer has or is owed some of that otherwise than by
 * another lost dispute; else 0.
 */
async function readOthers(
  tx: Transaction,
  { paymentId, wonCents }: { paymentId: string; wonCents: number },
): Promise<number> {
  const others = sql<number>`greatest(p.amount_cents - ${wonCents}::int, ${promisedCents} + ${lostCents})`
  const reading = query.selectFrom('payments as p').where('p.id', '=', paymentId)
  const [payment] = await run(tx, reading.select([others.as('cents'), lostCents.as('lostCents')]))
  return payment && payment.cents > payment.lostCents ? payment.cents : 0
}

async function addRow(tx: Transaction, paymentId: string, dispute: ProviderDispute): Promise<boolean> {
  const { id: providerId, amountCents, status: state, reason, dueAt, createdAt: openedAt } = dispute
  const adding = query.insertInto('disputes').values({
    ...{ payment_id: paymentId, provider_id: providerId, amount_cents: amountCents, state, reason },
    ...{ due_at: dueAt, opened_at: openedAt, closed_at: isOpenDispute(state) ? null : now },
  })
  for (const { id } of await run(tx, adding.returning('id')))
    await postDisputeMove(tx, { id, paymentId, before: null, after: { state, amountCents } })
  const subject = { type: 'payment', id: paymentId } as const
  await recordAction(tx, { actorId: null, action: 'payment.dispute', subject, reason })
  return true
}

async function notifyOpened(tx: Transaction, { order }: PaymentAccount, dispute: ProviderDispute): Promise<void> {
  const { status, amountCents, reason, dueAt } = dispute
  const about = order ? ` for ${order.productName}` : ''
  const claims = status === 'INQUIRY' ? 'asks about' : 'disputes'
  const due = dueAt ? ` Answer it under Money by ${inUtc(dueAt)}.` : ''
  const message = `A bank ${claims} ${formatCents(amountCents)}${about} (${reason}).${due}`
  await notifyAdmins(tx, { kind: 'disputed', message, ...(order && { orderId: order.id }) })
  if (!order || !isPaid(order.state)) return
  const next =
    order.state === 'PAID'
      ? 'Do not hand the phone over before it has decided.'
      : order.state === 'HANDED_OVER' || isClaimed(order.state)
        ? 'The money waits until it has decided.'
        : 'An admin will be in touch.'
  const toSeller = `The buyer’s bank ${claims} the payment${about}. ${next}`
  await notifyUser(tx, {
    userId: order.listing.sellerId,
    kind: 'disputed',
    message: toSeller,
    listingId: order.listingId,
  })
}

async function notifyClosed(tx: Transaction, account: PaymentAccount, dispute: ProviderDispute): Promise<void> {
  const { id, order, buyerId } = account
  const kind = 'dispute-closed'
  const isLost = dispute.status === 'LOST'
  await recordClosed(tx, { paymentId: id, reason: isLost ? 'Lost: the bank took the money back' : 'Won' })
  const amount = formatCents(dispute.amountCents)
  const about = order ? ` for ${order.productName}` : ''
  const message = `The dispute of the payment${about} is ${isLost ? `lost: the bank took ${amount} back` : 'over, and the money stays'}.`
  await notifyAdmins(tx, { kind, message, ...(order && { orderId: order.id }) })
  const given = `Your bank gave ${amount}${about} back to you.`
  if (isLost) await notifyUser(tx, { userId: buyerId, kind, message: given, ...(order && { orderId: order.id }) })
  if (!order) return
  const { state, listingId, listing, id: orderId } = order
  const next = state === 'PAID' ? nextOf(account, isLost) : afterHandover(state, isLost)
  if (isPaid(state)) await notifyUser(tx, { userId: listing.sellerId, kind, message: `${message}${next}`, listingId })
  if (!isLost && state === 'PAID')
    await notifyUser(tx, { userId: buyerId, kind, message: `${message}${next}`, orderId })
}

async function recordClosed(
  tx: Transaction,
  { paymentId, reason }: { paymentId: string; reason: string },
): Promise<void> {
  const subject = { type: 'payment', id: paymentId } as const
  await recordAction(tx, { actorId: null, action: 'payment.dispute-closed', subject, reason })
}

/** A dispute that was lost is won on appeal: whoever has borne the loss has the money, which the buyer's bank takes from them. */
async function notifyWonLate(
  tx: Transaction,
  { order, buyerId }: PaymentAccount,
  dispute: ProviderDispute,
): Promise<void> {
  const kind = 'dispute-closed'
  const amount = formatCents(dispute.amountCents)
  const about = order ? ` for ${order.productName}` : ''
  const [toSeller, toBuyer] = nextOfLate(order?.state)
  const message = `The dispute of the payment${about} is won after all: the bank gave ${amount} back.${toSeller}`
  await notifyAdmins(tx, { kind, message, ...(order && { orderId: order.id }) })
  const which = order ? ` about ${order.productName}` : ''
  const taken = `Your bank has decided${which} once more, for the seller, and may take ${amount} from you again.${toBuyer}`
  await notifyUser(tx, { userId: buyerId, kind, message: taken, ...(order && { orderId: order.id }) })
  if (!order) return
  await notifyUser(tx, { userId: order.listing.sellerId, kind, message, listingId: order.listingId })
}

/** Whose the money is that a bank gave back, as the seller and the buyer read it. */
function nextOfLate(state: OrderState | undefined): [string, string] {
  if (state === undefined) return ['', ' What was charged without an order goes back to your card.']
  if (isReleased(state)) {
    return [' Your part of it is on your balance again.', ' You have the phone, and the money is the seller’s.']
  }
  if (isPaid(state)) return [' It is held for the order.', ' It is held for your order.']
  const ended = 'as the order has ended'
  return [
    ` It goes back to the buyer, ${ended}.`,
    ` What you have not got back otherwise goes back to your card, ${ended}.`,
  ]
}

/** What a decision means for a seller whose phone the buyer has. */
function afterHandover(state: OrderState, isLost: boolean): string {
  if (isReleased(state)) return isLost ? ' Your part of it comes off your balance.' : ''
  if (isLost) return ''
  return isClaimed(state)
    ? ' The problem that the buyer has reported is to be settled first.'
    : ' You are paid once the buyer’s time to report a problem is over.'
}

/** What a decision means for an order that waits for its handover. */
function nextOf(account: PaymentAccount, isLost: boolean): string {
  if (!isLost) return ' The phone can be handed over now.'
  return isFullyReturned(account) ? ' The order has ended. Post the phone again if you still have it.' : ''
}
