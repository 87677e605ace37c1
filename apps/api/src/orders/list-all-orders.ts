import type { ListAllOrdersInput, OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { query, run, type Tables } from '@second-ring/database'
import { expressionBuilder, type InferResult } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'
import { isDisputed, isMoneyHeld } from '#platform/disputed.ts'
import { decodeCursor, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { isUndecidedHandover } from '#platform/undecided-handover.ts'
import { matchesOrder } from './match-orders.ts'
import { refundProgress } from './refund-progress.ts'

const { and, eb, or } = expressionBuilder<
  Tables & { o: Tables['orders']; b: Tables['users']; s: Tables['users'] },
  'o' | 'b' | 's'
>()

/** Whether an order `o` is paid while its buyer `b` or its seller `s` has an account that was set aside. */
const isSetAside = and([
  eb('o.state', '=', 'PAID'),
  or([eb('b.set_aside_at', 'is not', null), eb('s.set_aside_at', 'is not', null)]),
]).$castTo<boolean>()

/** Orders as an admin oversees them, newest first: each list adds its own conditions. */
export const selectOverseen = query
  .selectFrom('orders as o')
  .innerJoin('users as b', 'b.id', 'o.buyer_id')
  .innerJoin('listings as l', 'l.id', 'o.listing_id')
  .innerJoin('users as s', 's.id', 'l.seller_id')
  .select([
    'o.id',
    'o.listing_id as listingId',
    'o.product_name as productName',
    'o.price_cents as priceCents',
    'o.state',
    'o.placed_at as placedAt',
    'o.buyer_id as buyerId',
    'b.name as buyerName',
    'l.seller_id as sellerId',
    's.name as sellerName',
    isDisputed.as('disputed'),
    isMoneyHeld.as('moneyHeld'),
    isUndecidedHandover.as('undecided'),
    isSetAside.as('setAside'),
    refundProgress.as('refund'),
  ])
  .orderBy('o.placed_at', 'desc')
  .orderBy('o.id', 'desc')

/**
 * Everyone's orders, newest first, for an admin to oversee; one page. A search for less than three letters or digits covers
 * the newest only.
 * @throws DomainError FORBIDDEN
 */
export async function listAllOrders({ database }: Platform, caller: Caller, input: ListAllOrdersInput) {
  authorize(caller, 'order.read-any')
  const { state, search, from, until } = input
  const marks = [input.undecided ? 'undecided' : null, input.setAside ? 'set-aside' : null]
  const list = ['all-orders', state, ...marks, search, from, until]
  let orders = selectOverseen.limit(input.limit + 1)
  if (state) orders = orders.where('o.state', '=', state)
  if (input.undecided) orders = orders.where(isUndecidedHandover)
  if (input.setAside) orders = orders.where(isSetAside)
  if (search) orders = orders.where(matchesOrder(search))
  if (from) orders = orders.where('o.placed_at', '>=', new Date(from))
  if (until) orders = orders.where('o.placed_at', '<', new Date(until))
  if (input.cursor !== undefined) {
    const { at, id } = decodeCursor(list, input.cursor)
    orders = orders.where(({ eb, refTuple, tuple }) => eb(refTuple('o.placed_at', 'o.id'), '<', tuple(at, id)))
  }
  await recordRead(database, caller, { action: 'read.orders' })
  return toPage(await run(database, orders), {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: toOverseen,
  })
}

/** An order as an admin sees it. */
export function toOverseen(row: InferResult<typeof selectOverseen>[number]): OverseenOrder {
  return { ...row, placedAt: row.placedAt.toISOString() }
}
