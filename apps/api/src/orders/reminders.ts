import { CLAIM_REMINDER_HOURS } from '@second-ring/contracts/orders/deadlines'
import { query, run, type Tables, type Transaction } from '@second-ring/database'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { MailKindName } from '#mails/mail-kinds.ts'
import { recordMail } from '#mails/record-mail.ts'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { fromNow, now, type Time } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { isBuyerSuspended, isHeldForSuspended } from '#platform/suspended-buyer.ts'
import { handoverDecisionDueAt, isUndecidedHandover } from '#platform/undecided-handover.ts'
import { claimReminders, RETURN_REMINDER } from './claim-reminders.ts'
import { isUnobstructed } from './deal-obstacles.ts'
import { allOf, DUE_BATCH, forEachDue } from './for-each-due.ts'
import { lockOrderRow } from './lock-order.ts'
import { isUnanswered } from './open-dispute.ts'
import { openReports } from './open-reports.ts'

/** The kind of reminder that asks the admins to decide on a handover. */
export const DECISION_REQUESTED = 'decision-asked'
/** The kind that asks for the answer to a proposal to cancel. */
export const CANCELLATION_REMINDER = 'cancellation-12h'
/** The kind that asks for the answer to a report of a no-show. */
export const NO_SHOW_REMINDER = 'no-show-6h'
const HANDOVER_REMINDERS = ['handover-7d', 'handover-1d'] as const
/** The kinds that ask the two sides to meet, for the handover or a return. */
export const MEETING_REMINDERS = [...HANDOVER_REMINDERS, RETURN_REMINDER]

/** What is sent of an order before a time of it is over. */
export interface Reminder {
  kind: string
  /** When it is due, of orders `o`; without those that are past reminding, and those where what it tells of cannot happen now. */
  due: Expression<SqlBool>
  send(tx: Transaction, order: DueOrder): Promise<void>
}

interface DueOrder {
  id: string
  buyerId: string
  sellerId: string
  productName: string
}

const { and, eb, exists, not, selectFrom } = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()

const isPaid = eb('o.state', '=', 'PAID')

const isToDecide = and([isPaid, isUnobstructed('decideHandover', 'REFUNDED')])

const openProposals = selectFrom('cancellation_proposals as c')
  .whereRef('c.order_id', '=', 'o.id')
  .where('c.state', '=', 'OPEN')
  .where('c.due_at', '>', now)

// When several are due at once, the latest is sent.
const reminders: Reminder[] = [
  {
    kind: 'pay-12h',
    due: and([
      eb('o.state', '=', 'PLACED'),
      eb('o.reserved_until', '>', now),
      eb('o.reserved_until', '<=', fromNow('12 hours')),
      sql<boolean>`o.reserved_until - o.placed_at > interval '12 hours'`,
    ]),
    send: (tx, order) => remindBuyer(tx, order, `Pay for ${order.productName} within 12 hours, or its booking ends.`),
  },
  {
    // By mail alone: the notification of twelve hours is still there.
    kind: 'pay-6h',
    due: and([
      eb('o.state', '=', 'PLACED'),
      eb('o.reserved_until', '>', now),
      eb('o.reserved_until', '<=', fromNow('6 hours')),
      sql<boolean>`o.reserved_until - o.placed_at > interval '6 hours'`,
    ]),
    send: (tx, { id: orderId, buyerId: userId, productName }) => {
      const message = `Pay for ${productName} within 6 hours, or its booking ends and somebody else can book it.`
      return recordMail(tx, { userId, kind: 'hold-ending', message, orderId })
    },
  },
  {
    kind: HANDOVER_REMINDERS[0],
    due: and([untilHandover('7 days'), eb('o.handover_due_at', '>', fromNow('1 day'))]),
    send: (tx, order) => remindOfHandover(tx, order, 'within 7 days'),
  },
  {
    kind: HANDOVER_REMINDERS[1],
    due: untilHandover('1 day'),
    send: (tx, order) => remindOfHandover(tx, order, 'by tomorrow'),
  },
  {
    kind: 'answer-24h',
    due: and([
      isPaid,
      isUnobstructed('answerMissed'),
      eb('o.handover_denied_at', 'is', null),
      eb('o.answer_due_at', '>', now),
      eb('o.answer_due_at', '<=', fromNow('24 hours')),
    ]),
    send: (tx, order) => {
      const message = `Do you have ${order.productName}, as the seller says? Answer by tomorrow, or an admin decides.`
      const { id: orderId, buyerId: userId } = order
      return notifyUser(tx, { userId, kind: 'reminder', message, orderId, mailKind: 'handover-claimed' })
    },
  },
  {
    kind: 'protection-24h',
    due: and([
      eb('o.state', '=', 'HANDED_OVER'),
      isUnobstructed('protectionOver'),
      not(isBuyerSuspended),
      eb('o.protected_until', '>', now),
      eb('o.protected_until', '<=', fromNow('24 hours')),
    ]),
    send: (tx, { id: orderId, buyerId: userId, productName }) => {
      const message = `Is all fine with ${productName}? You can report a problem within 24 hours; then the money is the seller’s.`
      return notifyUser(tx, { userId, kind: 'reminder', message, orderId, mailKind: 'protection-ending' })
    },
  },
  {
    kind: 'suspended-buyer-24h',
    due: and([
      isHeldForSuspended,
      isUnobstructed('protectionOver'),
      eb('o.protected_until', '<=', fromNow('24 hours')),
    ]),
    send: (tx, { id: orderId, productName }) => {
      const message = `The buyer of ${productName} is suspended. Report a problem for them within 24 hours, or the money is the seller’s.`
      return notifyAdmins(tx, { kind: 'case-undecided', message, orderId })
    },
  },
  {
    kind: CANCELLATION_REMINDER,
    due: and([
      isPaid,
      isUnobstructed('acceptCancellation'),
      exists(openProposals.where('c.due_at', '<=', fromNow('12 hours')).select('c.id')).$castTo<boolean>(),
    ]),
    async send(tx, order) {
      const message = `Is the sale of ${order.productName} to be cancelled, as the other side proposes? Answer within 12 hours; silence is a no.`
      const open = { orderId: order.id, state: 'OPEN' } as const
      const proposal = await tx.cancellationProposal.findFirst({ where: open, select: { proposedById: true } })
      if (proposal) await remindOther(tx, order, { askedById: proposal.proposedById, message })
    },
  },
  {
    kind: NO_SHOW_REMINDER,
    due: and([
      isPaid,
      isUnobstructed('noShowUnanswered'),
      exists(
        openReports.where('n.answer_due_at', '>', now).where('n.answer_due_at', '<=', fromNow('6 hours')),
      ).$castTo<boolean>(),
    ]),
    async send(tx, order) {
      const message = `Did you come to meet for ${order.productName}? Answer within 6 hours what the other side says.`
      const open = { orderId: order.id, state: 'OPEN' } as const
      const report = await tx.noShowReport.findFirst({ where: open, select: { reportedById: true } })
      if (report)
        await remindOther(tx, order, { askedById: report.reportedById, message, mailKind: 'no-show-reported' })
    },
  },
  {
    kind: 'evidence-3d',
    due: isUnanswered('3 days'),
    send: (tx, { id: orderId, productName }) => {
      const message = `Answer the bank about ${productName} within three days, under Money, or the money is lost.`
      return notifyAdmins(tx, { kind: 'disputed', message, orderId })
    },
  },
  {
    kind: DECISION_REQUESTED,
    due: and([
      isToDecide,
      eb('o.handover_denied_at', 'is', null),
      eb('o.answer_due_at', '<=', now),
      eb(handoverDecisionDueAt, '>', fromNow(`${CLAIM_REMINDER_HOURS} hours`)),
    ]),
    send: (tx, { id: orderId, productName }) => {
      const message = `Whether ${productName} was handed over was not answered in time. Decide on this order.`
      return notifyAdmins(tx, { kind: 'handover-undecided', message, orderId })
    },
  },
  {
    kind: 'handover-case-24h',
    due: and([
      isToDecide,
      isUndecidedHandover,
      eb(handoverDecisionDueAt, '>', now),
      eb(handoverDecisionDueAt, '<=', fromNow(`${CLAIM_REMINDER_HOURS} hours`)),
    ]),
    send: (tx, { id: orderId, productName }) => {
      const message = `Decide within ${CLAIM_REMINDER_HOURS} hours whether ${productName} was handed over.`
      return notifyAdmins(tx, { kind: 'handover-undecided', message, orderId })
    },
  },
  {
    kind: 'handover-case-over',
    due: and([isToDecide, isUndecidedHandover, eb(handoverDecisionDueAt, '<=', now)]),
    send: (tx, { id: orderId, productName }) => {
      const message = `The time to decide whether ${productName} was handed over is over. Both sides wait for you.`
      return notifyAdmins(tx, { kind: 'handover-undecided', message, orderId })
    },
  },
  ...claimReminders,
]

/**
 * Sends every reminder of an order that is due, each once.
 * @returns the errors
 */
export async function sendReminders(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const reminder of reminders) {
    const find = (seen: string[]) => dueOrders(platform, reminder, seen)
    failures.push(...(await forEachDue(find, order => sendOnce(platform, reminder, order))))
  }
  return failures
}

function dueOrders({ database }: Platform, { kind, due }: Reminder, seen: string[]): Promise<DueOrder[]> {
  const dueNow = query
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .where(due)
    .where('o.id', '<>', allOf(seen))
    .where(({ exists, not, selectFrom }) => {
      const sent = selectFrom('order_reminders as r').whereRef('r.order_id', '=', 'o.id').where('r.kind', '=', kind)
      return not(exists(sent))
    })
    .select(['o.id', 'o.buyer_id as buyerId', 'l.seller_id as sellerId', 'o.product_name as productName'])
    .limit(DUE_BATCH)
  return run(database, dueNow)
}

async function sendOnce({ database }: Platform, { kind, due, send }: Reminder, order: DueOrder): Promise<void> {
  await database.$transaction(async tx => {
    await lockOrderRow(tx, order.id)
    // It may have been done since it was found.
    const marking = query
      .insertInto('order_reminders')
      .columns(['order_id', 'kind'])
      .expression(({ cast, selectFrom, val }) =>
        selectFrom('orders as o')
          .where('o.id', '=', order.id)
          .where(due)
          .select(['o.id', cast<string>(val(kind), 'text').as('kind')]),
      )
      .onConflict(conflict => conflict.doNothing())
      .returning('order_id')
    const marked = await run(tx, marking)
    if (marked.length === 1) await send(tx, order)
  })
}

function untilHandover(time: Time) {
  return and([
    isPaid,
    isUnobstructed('handoverMissed'),
    eb('o.handover_claimed_at', 'is', null),
    eb('o.handover_due_at', '>', now),
    eb('o.handover_due_at', '<=', fromNow(time)),
    sql<boolean>`o.handover_due_at - o.paid_at > ${time}::interval`,
  ])
}

function remindBuyer(tx: Transaction, { id, buyerId }: DueOrder, message: string): Promise<void> {
  return notifyUser(tx, { userId: buyerId, kind: 'reminder', message, orderId: id })
}

/** Reminds the side that was asked. */
function remindOther(
  tx: Transaction,
  { id: orderId, buyerId, sellerId }: DueOrder,
  { askedById, ...reminder }: { askedById: string; message: string; mailKind?: MailKindName },
): Promise<void> {
  const userId = askedById === buyerId ? sellerId : buyerId
  return notifyUser(tx, { userId, kind: 'reminder', orderId, ...reminder })
}

async function remindOfHandover(tx: Transaction, order: DueOrder, when: string): Promise<void> {
  const message = `Meet ${when} for ${order.productName} and hand it over, or its payment goes back to the buyer.`
  await remindBuyer(tx, order, message)
  await notifyUser(tx, { userId: order.sellerId, kind: 'reminder', message, orderId: order.id })
}
