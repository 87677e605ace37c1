import type { Transaction } from '@second-ring/database'
import { Prisma } from '@second-ring/database'
import { notifyAdmins } from '#notifications/notify-admins.ts'
import { tell } from '#notifications/tell.ts'
import type { Platform } from '#platform/platform.ts'
import { DUE_BATCH, eachDue } from './each-due.ts'
import { isDisputed } from './order-select.ts'

/** The reminder's kind that says that the admins were asked to decide on a handover. */
export const DECISION_ASKED = 'decision-asked'

interface Reminder {
  kind: string
  /** When it is due, of orders `o`; without those that are past reminding. */
  due: Prisma.Sql
  send(tx: Transaction, order: DueOrder): Promise<void>
}

interface DueOrder {
  id: string
  buyerId: string
  sellerId: string
  productName: string
}

// While a bank disputes the payment, nobody is to hand the phone over or to decide.
const isWaiting = Prisma.sql`o.state = 'PAID' AND NOT ${Prisma.raw(isDisputed)}`

// A later one makes the earlier ones pointless, should both be due at once.
const reminders: Reminder[] = [
  {
    kind: 'pay-12h',
    due: Prisma.sql`o.state = 'PLACED' AND o.reserved_until > now() AND o.reserved_until <= now() + interval '12 hours'
      AND o.reserved_until - o.placed_at > interval '12 hours'`,
    send: (tx, order) => remindBuyer(tx, order, `Pay for ${order.productName} within 12 hours, or its booking ends.`),
  },
  {
    kind: 'handover-7d',
    due: Prisma.sql`${untilHandover('7 days')} AND o.handover_due_at > now() + interval '1 day'`,
    send: (tx, order) => remindOfHandover(tx, order, 'within 7 days'),
  },
  {
    kind: 'handover-1d',
    due: untilHandover('1 day'),
    send: (tx, order) => remindOfHandover(tx, order, 'by tomorrow'),
  },
  {
    kind: 'answer-24h',
    due: Prisma.sql`${isWaiting} AND o.handover_denied_at IS NULL AND o.answer_due_at > now()
      AND o.answer_due_at <= now() + interval '24 hours'`,
    send: (tx, order) => {
      const message = `Do you have ${order.productName}, as the seller says? Answer by tomorrow, or an admin decides.`
      return remindBuyer(tx, order, message)
    },
  },
  {
    kind: DECISION_ASKED,
    due: Prisma.sql`${isWaiting} AND o.answer_due_at <= now()`,
    send: (tx, { id: orderId, productName }) => {
      const message = `Whether ${productName} was handed over was not answered in time. Decide on this order.`
      return notifyAdmins(tx, { kind: 'handover-undecided', message, orderId })
    },
  },
]

/**
 * Sends every reminder of an order that is due, each once.
 * @returns what went wrong
 */
export async function sendReminders(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const reminder of reminders) {
    const find = (seen: string[]) => dueOrders(platform, reminder, seen)
    failures.push(...(await eachDue(find, order => sendOnce(platform, reminder, order))))
  }
  return failures
}

function dueOrders({ database }: Platform, { kind, due }: Reminder, seen: string[]): Promise<DueOrder[]> {
  return database.$queryRaw<DueOrder[]>`
    SELECT o.id::text, o.buyer_id::text AS "buyerId", l.seller_id::text AS "sellerId", o.product_name AS "productName"
    FROM orders o JOIN listings l ON l.id = o.listing_id
    WHERE ${due} AND o.id <> ALL(${seen}::uuid[])
      AND NOT EXISTS (SELECT FROM order_reminders r WHERE r.order_id = o.id AND r.kind = ${kind})
    LIMIT ${DUE_BATCH}`
}

async function sendOnce({ database }: Platform, { kind, due, send }: Reminder, order: DueOrder): Promise<void> {
  await database.$transaction(async tx => {
    await tx.$queryRaw`SELECT FROM orders WHERE id = ${order.id}::uuid FOR NO KEY UPDATE`
    // What has been done since it was found due makes it so no more.
    const count = await tx.$executeRaw`
      INSERT INTO order_reminders (order_id, kind) SELECT o.id, ${kind} FROM orders o
      WHERE o.id = ${order.id}::uuid AND ${due} ON CONFLICT DO NOTHING`
    if (count === 1) await send(tx, order)
  })
}

function untilHandover(time: string): Prisma.Sql {
  return Prisma.sql`${isWaiting} AND o.handover_claimed_at IS NULL AND o.handover_due_at > now()
    AND o.handover_due_at <= now() + ${time}::interval AND o.handover_due_at - o.paid_at > ${time}::interval`
}

function remindBuyer(tx: Transaction, { id, buyerId }: DueOrder, message: string): Promise<void> {
  return tell(tx, { userId: buyerId, kind: 'reminder', message, orderId: id })
}

async function remindOfHandover(tx: Transaction, order: DueOrder, when: string): Promise<void> {
  const message = `Meet ${when} for ${order.productName} and hand it over, or its payment goes back to the buyer.`
  await remindBuyer(tx, order, message)
  await tell(tx, { userId: order.sellerId, kind: 'reminder', message, orderId: order.id })
}
