import { DomainError } from '@second-ring/contracts/errors'
import type { OrderMoneyInput, OrderMoneyOutput } from '@second-ring/contracts/payments/order-money'
import type { RefundState } from '@second-ring/contracts/payments/refund'
import { can } from '@second-ring/contracts/permissions'
import { type Database, type Prisma, query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import type { Platform } from '#platform/platform.ts'
import { owedCents } from './owed.ts'

/**
 * Where the money of an order is: its payments with what went back of them, for its buyer, the seller of its phone and
 * admins.
 * @throws DomainError NOT_FOUND (no such order, or not theirs to read)
 */
export async function readOrderMoney(
  { database }: Platform,
  caller: Caller,
  { orderId }: OrderMoneyInput,
): Promise<OrderMoneyOutput> {
  authorize(caller, 'order.read-own')
  const parties = { OR: [{ buyerId: caller.id }, { listing: { sellerId: caller.id } }] }
  const order = await database.order.findFirst({
    where: { id: orderId, ...(!can(caller.role, 'payment.oversee') && parties) },
    select: {
      buyerId: true,
      receipts: { select: { kind: true }, distinct: 'kind', orderBy: { kind: 'asc' } },
      payments: { select: paymentSelect, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] },
    },
  })
  if (!order) throw new DomainError('NOT_FOUND', 'You have no such order.')
  if (order.buyerId !== caller.id)
    await recordRead(database, caller, { action: 'read.order', subject: { type: 'order', id: orderId } })
  const owed = await owedOf(database, orderId)
  const isBuyer = order.buyerId === caller.id
  const overseesMoney = can(caller.role, 'payment.oversee')
  const showsIntent = isBuyer || overseesMoney
  const kinds = order.receipts.map(({ kind }) => kind)
  return {
    receipts: kinds.filter(kind => overseesMoney || isBuyer === (kind === 'RECEIPT')),
    payments: order.payments.map(({ intentId, createdAt, receivedAt, refunds, disputes, ...payment }) => ({
      ...payment,
      transactionId: showsIntent ? intentId : null,
      startedAt: createdAt.toISOString(),
      paidAt: receivedAt?.toISOString() ?? null,
      owedCents: owed.get(payment.id) ?? 0,
      refunds: refunds.filter(isLatestOfItsTries).map(({ updatedAt, dueAt, requestedAt, ...refund }) => ({
        ...refund,
        dueAt: dueAt.toISOString(),
        requestedAt: requestedAt.toISOString(),
        changedAt: updatedAt.toISOString(),
      })),
      disputes: disputes.map(({ dueAt, openedAt, closedAt, ...dispute }) => ({
        ...dispute,
        dueAt: dueAt?.toISOString() ?? null,
        openedAt: openedAt.toISOString(),
        closedAt: closedAt?.toISOString() ?? null,
      })),
    })),
  }
}

/** Of refunds, newest first: tries that failed give way to what came after them. */
function isLatestOfItsTries({ state }: { state: RefundState }, index: number): boolean {
  return state !== 'FAILED' || index === 0
}

const paymentSelect = {
  id: true,
  intentId: true,
  amountCents: true,
  state: true,
  createdAt: true,
  receivedAt: true,
  refunds: {
    select: {
      id: true,
      amountCents: true,
      state: true,
      reason: true,
      dueAt: true,
      requestedAt: true,
      updatedAt: true,
    },
    orderBy: { id: 'desc' },
  },
  disputes: {
    select: {
      id: true,
      amountCents: true,
      state: true,
      reason: true,
      dueAt: true,
      openedAt: true,
      closedAt: true,
    },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
  },
} as const satisfies Prisma.PaymentSelect

async function owedOf(database: Database, orderId: string): Promise<Map<string, number>> {
  const payments = query
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .where('p.order_id', '=', orderId)
    .select(['p.id', owedCents.as('owed')])
  return new Map((await run(database, payments)).map(row => [row.id, row.owed]))
}
