import type { Deal, ListDealsInput, PayoutWait, ReadDealInput } from '@second-ring/contracts/earnings/earnings'
import { DomainError } from '@second-ring/contracts/errors'
import { isClaimed, paidStates } from '@second-ring/contracts/orders/order'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { earnedCents } from '#payments/seller-share.ts'
import { readClosedCents } from '#payments/waiting-on-accounts.ts'
import { readSellerMoney } from '#payouts/seller-money.ts'
import { stageAndDue, stageColumns } from '#platform/deal-stage.ts'
import { isDisputed } from '#platform/disputed.ts'
import { decodeCursor, type Paged, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { availableAt, heldCents, remainingCents, sellerShare } from './deal-amounts.ts'
import { onClosedAccount, readPayoutWait } from './read-payout-wait.ts'
import { sellerOf } from './seller-of.ts'
import { readTraces, sentDeals } from './sent-deals.ts'
import type { Traced } from './trace-transfers.ts'

const dealsOf = (parameter: Parameters<{ sellerId: string }>) =>
  query
    .with('sent', () => sentDeals(parameter))
    .selectFrom('orders as o')
    .innerJoin('listings as l', 'l.id', 'o.listing_id')
    .innerJoin('users as b', 'b.id', 'o.buyer_id')
    .leftJoin('sent as s', 's.order_id', 'o.id')
    .leftJoin('claims as k', 'k.order_id', 'o.id')
    .leftJoin('no_show_reports as n', join => join.onRef('n.order_id', '=', 'o.id').on('n.state', '=', 'OPEN'))
    .where('l.seller_id', '=', parameter('sellerId'))
    .where('o.state', 'in', [...paidStates, 'REFUNDED'])
    .select([
      'o.id as orderId',
      'o.product_name as productName',
      'b.name as buyerName',
      'o.price_cents as priceCents',
      'o.fee_cents as feeCents',
      'o.placed_at as placedAt',
      'o.released_at as releasedAt',
      heldCents.as('heldCents'),
      earnedCents.as('earnedCents'),
      remainingCents.as('remainingCents'),
      isDisputed.as('disputed'),
      's.sent_cents as sentCents',
      's.unsent_cents as unsentCents',
      's.kept_cents as keptCents',
      's.sent_at as sentAt',
      availableAt.as('availableAt'),
    ])
    .select(stageColumns)

const findDeals = prepare((parameter: Parameters<Paged & { sellerId: string }>) =>
  dealsOf(parameter)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('o.placed_at', 'o.id'), '<', tuple(parameter('at'), parameter('id'))),
    )
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(parameter('take'))
    .offset(parameter('skip')),
)

const findDeal = prepare((parameter: Parameters<{ sellerId: string; orderId: string }>) =>
  dealsOf(parameter).where('o.id', '=', parameter('orderId')),
)

type Found = Awaited<ReturnType<typeof findDeals>>[number]

interface Row extends Found {
  /** What became of what was sent on of it; absent where nothing was. */
  traced: Traced | undefined
}

/**
 * What buyers have paid a seller for, the last booked first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listDeals({ database }: Platform, caller: Caller, { cursor, limit, ...input }: ListDealsInput) {
  const sellerId = await sellerOf(database, caller, input)
  const list = ['deals', sellerId]
  const page = { sellerId, ...decodeCursor(list, cursor), take: limit + 1, skip: 0 }
  const rows = await withTraces(database, sellerId, await findDeals(database, page))
  const wait = await waitOf(database, sellerId, rows)
  return toPage(rows, {
    list,
    limit,
    positionOf: row => ({ at: row.placedAt, id: row.orderId }),
    toItem: row => toDeal(row, wait),
  })
}

/**
 * The deal of an order of the caller's phone that was paid for.
 * @throws DomainError NOT_FOUND (no such order, not theirs, or never paid)
 */
export async function readDeal({ database }: Platform, caller: Caller, { orderId }: ReadDealInput): Promise<Deal> {
  authorize(caller, 'earnings.read-own')
  const [row] = await withTraces(database, caller.id, await findDeal(database, { sellerId: caller.id, orderId }))
  if (!row) throw new DomainError('NOT_FOUND', 'You have no such deal.')
  return toDeal(row, await waitOf(database, caller.id, [row]))
}

async function withTraces(database: Database, sellerId: string, rows: readonly Found[]): Promise<Row[]> {
  const traces = rows.some(({ sentAt }) => sentAt !== null) ? await readTraces(database, sellerId) : null
  return rows.map(row => ({ ...row, traced: traces?.get(row.orderId) }))
}

/** What the seller's money at the provider waits for, where some of these deals have any. */
async function waitOf(database: Database, sellerId: string, rows: readonly Row[]): Promise<PayoutWait | null> {
  if (!rows.some(row => statusOf(row).state === 'waiting')) return null
  const closedCents = await readClosedCents(database, sellerId)
  return readPayoutWait(database, sellerId, { ...(await readSellerMoney(database, sellerId)), closedCents })
}

/** Whether all that waits of a deal is on an account that the provider has closed. */
function isOnClosed({ traced }: Row): boolean {
  return traced !== undefined && traced.waitingCents > 0 && traced.closedCents === traced.waitingCents
}

type DealStatus = Pick<Deal, 'state' | 'at'> & Partial<Pick<Deal, 'expectedAt'>>

function toDeal(row: Row, wait: PayoutWait | null): Deal {
  const { orderId, productName, buyerName, priceCents, remainingCents: left, disputed } = row
  // What is held is still to be divided.
  const arrivesCents = row.earnedCents + sellerShare(row)
  const status = statusOf(row)
  return {
    ...{ orderId, productName, buyerName, priceCents, disputed, arrivesCents },
    ...{ returnedCents: priceCents - left, feeCents: left - arrivesCents, keptCents: keptOf(row) },
    ...{ stage: stageAndDue(row).stage, expectedAt: null },
    wait: status.state === 'waiting' ? (isOnClosed(row) ? onClosedAccount : wait) : null,
    ...status,
  }
}

function statusOf({ orderState, remainingCents: left, ...row }: Row): DealStatus {
  if (orderState === 'REFUNDED' || left === 0) return { state: 'refunded', at: null }
  const { dueAt } = stageAndDue({ orderState, ...row })
  if (orderState === 'PAID') return { state: 'paid', at: dueAt }
  if (isClaimed(orderState)) return { state: 'claimed', at: dueAt }
  if (orderState === 'HANDED_OVER') return { state: 'handed-over', at: dueAt }
  const { traced } = row
  if (traced && row.sentCents && row.sentCents > 0) {
    const sent = { at: instantOf(row.sentAt) }
    if (traced.waitingCents > 0) return { state: 'waiting', ...sent }
    if (traced.movingCents > 0) return { state: 'on-its-way', ...sent, expectedAt: instantOf(traced.expectedAt) }
    if (traced.paidCents > 0) return { state: 'paid-out', at: instantOf(traced.arrivedAt) }
    return { state: 'kept', at: instantOf(row.releasedAt) }
  }
  if (row.earnedCents === 0) return { state: 'done', at: instantOf(row.releasedAt) }
  const isKept = row.keptCents !== null && row.keptCents > 0 && row.keptCents === row.unsentCents
  const released = { at: instantOf(row.releasedAt), expectedAt: instantOf(row.availableAt) }
  return isKept ? { state: 'kept', at: released.at } : { state: 'ready', ...released }
}

/** What was kept, before it was sent on or after, for what the seller owed. */
function keptOf({ keptCents, traced }: Row): number {
  return (keptCents ?? 0) + (traced?.takenCents ?? 0)
}

function instantOf(date: Date | null): string | null {
  return date?.toISOString() ?? null
}
