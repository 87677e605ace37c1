import { DomainError } from '@second-ring/contracts/errors'
import { stageOf } from '@second-ring/contracts/orders/deal.process'
import { isReleased } from '@second-ring/contracts/orders/order'
import type { GetOrderDetailsInput, OrderDetails, OrderParty } from '@second-ring/contracts/orders/order-details'
import { type Database, type Parameters, type Prisma, prepare, query } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import type { AuditedAction } from '#platform/audit.ts'
import { isCodeUsedUp } from '#platform/deal-stage.ts'
import { feeAccountKinds, ledgerCents } from '#platform/ledger-cents.ts'
import type { Platform } from '#platform/platform.ts'
import { isHeldForSuspended } from '#platform/suspended-buyer.ts'
import { readThumbhash } from '#platform/thumbhash.ts'
import { wasUndecidedHandover } from '#platform/undecided-handover.ts'
import { claimSelect, toClaim } from './claim-details.ts'
import { readOrderStatus } from './lock-order.ts'
import { readOrderEvents } from './order-events.ts'
import { allowedActions, type OrderStatus, partyOf } from './order-rules.ts'

const detailsSelect = {
  productImage: true,
  priceCents: true,
  feeCents: true,
  feeTaxCents: true,
  phone: true,
  meetingPlace: true,
  meetingTime: true,
  ending: true,
  endedAt: true,
  endReason: true,
  placedAt: true,
  reservedUntil: true,
  handoverDueAt: true,
  handoverClaimedAt: true,
  answerDueAt: true,
  handoverDeniedAt: true,
  protectedUntil: true,
  releasedAt: true,
  buyer: { select: { id: true, name: true, email: true } },
  listing: { select: { seller: { select: { id: true, name: true, verifiedAt: true } } } },
  payments: {
    where: { receivedAt: { not: null } },
    orderBy: { receivedAt: 'desc' },
    take: 1,
    select: { intentId: true, amountCents: true, receivedAt: true },
  },
  proposals: { where: { state: 'OPEN' }, take: 1 },
  notes: { orderBy: { id: 'asc' } },
  noShows: { orderBy: { id: 'asc' } },
  claim: { select: claimSelect },
} as const satisfies Prisma.OrderSelect

/**
 * An order with all that belongs to it, for its buyer, the seller of its phone and an admin: who, where and when, what
 * has happened, what the two have written, and what the caller can do now.
 * @throws DomainError NOT_FOUND (no such order, or not theirs to read)
 */
export async function getOrderDetails(
  { database, imageHost }: Pick<Platform, 'database' | 'imageHost'>,
  caller: Caller,
  { orderId }: GetOrderDetailsInput,
): Promise<OrderDetails> {
  authorize(caller, 'order.read-own')
  const order = await readOrderStatus(database, orderId)
  const viewer = order && partyOf(caller, order)
  if (!order || !viewer) throw new DomainError('NOT_FOUND', 'You have no such order.')
  if (viewer === 'admin')
    await recordRead(database, caller, { action: 'read.order', subject: { type: 'order', id: orderId } })
  const row = await database.order.findUniqueOrThrow({ where: { id: orderId }, select: detailsSelect })
  const { seller } = row.listing
  const [proposal] = row.proposals
  return {
    id: order.id,
    viewer,
    listingId: order.listingId,
    productName: order.productName,
    image: imageHost.pictureOf(row.productImage, await readThumbhash(database, row.productImage)),
    priceCents: row.priceCents,
    // The buyer pays the price, and no more.
    ...(viewer === 'buyer' ? { feeCents: null, feeTaxCents: null } : await feeOf(database, order, row)),
    buyer: { id: order.buyerId, name: row.buyer.name },
    seller: { id: order.sellerId, name: seller.name, verified: seller.verifiedAt !== null },
    // What has been erased is no contact any more.
    contact: viewer === 'admin' || row.phone === '' ? null : { phone: row.phone, email: row.buyer.email ?? '' },
    meetingPlace: row.meetingPlace,
    meetingTime: instantOf(row.meetingTime),
    state: order.state,
    stage: stageOf(order),
    ending: row.ending,
    endedAt: instantOf(row.endedAt),
    endReason: row.endReason,
    disputed: order.disputed,
    refund: order.refund,
    placedAt: row.placedAt.toISOString(),
    reservedUntil: row.reservedUntil.toISOString(),
    handoverDueAt: instantOf(row.handoverDueAt),
    handoverClaimedAt: instantOf(row.handoverClaimedAt),
    answerDueAt: instantOf(row.answerDueAt),
    handoverDeniedAt: instantOf(row.handoverDeniedAt),
    protectedUntil: instantOf(row.protectedUntil),
    releasedAt: instantOf(row.releasedAt),
    claim: row.claim && (await toClaim(row.claim, { database, imageHost, viewer })),
    hasCase: viewer === 'admin' && (await hasCase(database, order.id)),
    codeUsedUp: isCodeUsedUp(order),
    handoverCode: viewer === 'buyer' && order.state === 'PAID' ? order.handoverCode : null,
    receipt: receiptOf(row.payments, viewer),
    events: await readOrderEvents(database, order),
    proposal: proposal
      ? {
          id: proposal.id,
          by: sideOf(order, proposal.proposedById),
          meetingPlace: proposal.meetingPlace,
          meetingTime: instantOf(proposal.meetingTime),
          proposedAt: proposal.createdAt.toISOString(),
        }
      : null,
    cancellation: await cancellationOf(database, order),
    noShows: row.noShows.map(({ id, reportedById, text, meetingTime, state, reportedAt, answerDueAt, answer }) => ({
      ...{ id, by: sideOf(order, reportedById), text, state, answer },
      meetingTime: meetingTime.toISOString(),
      reportedAt: reportedAt.toISOString(),
      answerDueAt: answerDueAt.toISOString(),
    })),
    notes: row.notes.map(({ id, authorId, text, createdAt }) => ({
      id,
      by: sideOf(order, authorId),
      text,
      writtenAt: createdAt.toISOString(),
    })),
    can: allowedActions(caller, order),
  }
}

const findKeptFee = prepare((parameter: Parameters<{ orderId: string }>) =>
  query
    .selectFrom('orders as o')
    .where('o.id', '=', parameter('orderId'))
    .select([ledgerCents(...feeAccountKinds).as('feeCents'), ledgerCents('FEE_TAX').as('feeTaxCents')]),
)

type Fee = Pick<OrderDetails, 'feeCents' | 'feeTaxCents'>

/** The fee of the price; once the money is released what the ledger says is kept, which a refund or a bank may have lessened. */
async function feeOf(database: Database, { id: orderId, state }: OrderStatus, ofPrice: Fee): Promise<Fee> {
  const { feeCents, feeTaxCents } = ofPrice
  if (!isReleased(state)) return { feeCents, feeTaxCents }
  const [kept] = await findKeptFee(database, { orderId })
  if (!kept) throw new Error(`Order ${orderId} is gone`)
  return kept
}

const findCase = prepare((parameter: Parameters<{ orderId: string }>) =>
  query
    .selectFrom('orders as o')
    .where('o.id', '=', parameter('orderId'))
    .where(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('claims as c').whereRef('c.order_id', '=', 'o.id').select('c.order_id')),
        wasUndecidedHandover,
        isHeldForSuspended,
        exists(
          selectFrom('payments as p')
            .innerJoin('disputes as d', 'd.payment_id', 'p.id')
            .whereRef('p.order_id', '=', 'o.id')
            .select('d.id'),
        ),
        exists(
          selectFrom('audit_entries as e')
            .where('e.subject_type', '=', 'order')
            .whereRef('e.subject_id', '=', 'o.id')
            .where('e.action', '=', 'order.open-case' satisfies AuditedAction['action'])
            .select('e.id'),
        ),
      ]),
    )
    .select('o.id'),
)

/** Whether something about it is an admin's to decide or to answer, or was. */
async function hasCase(database: Database, orderId: string): Promise<boolean> {
  return (await findCase(database, { orderId })).length > 0
}

/** The open proposal to cancel, of an order that is not handed over. */
async function cancellationOf(database: Database, order: OrderStatus): Promise<OrderDetails['cancellation']> {
  if (order.state !== 'PAID' || order.cancellation === null) return null
  const { id, byId, relist } = order.cancellation
  const proposal = await database.cancellationProposal.findUnique({ where: { id } })
  return (
    proposal && {
      ...{ id, by: sideOf(order, byId), reason: proposal.reason, relist },
      proposedAt: proposal.createdAt.toISOString(),
      dueAt: proposal.dueAt.toISOString(),
    }
  )
}

type Payments = Prisma.OrderGetPayload<{ select: typeof detailsSelect }>['payments']

/** What the buyer has paid; the seller is not shown the charge. */
function receiptOf([payment]: Payments, viewer: OrderParty): OrderDetails['receipt'] {
  if (!payment?.receivedAt || viewer === 'seller') return null
  const { intentId, amountCents, receivedAt } = payment
  return { transactionId: intentId, paidAt: receivedAt.toISOString(), amountCents }
}

function sideOf({ buyerId }: OrderStatus, userId: string): 'buyer' | 'seller' {
  return userId === buyerId ? 'buyer' : 'seller'
}

function instantOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
