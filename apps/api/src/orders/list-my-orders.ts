import { poolOf } from '@second-ring/database'
import { type Actor, authorize } from '#identity/actor.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { type OrderRow, selectOrders, toOrder } from './order-select.ts'

const mine = `${selectOrders} WHERE o."buyer_id" = $2`
const live = `${mine} AND (o."state" IN ('PAID', 'COMPLETED') OR o."state" = 'PLACED' AND o."reserved_until" > now())`
const newest = 'ORDER BY o."placed_at" DESC, o."id" DESC LIMIT $1'
const after = 'AND (o."placed_at", o."id") < ($3, $4)'

// In plain SQL, by name: it is asked often.
const statements = {
  all: { name: 'own-orders', text: `${mine} ${newest}` },
  allAfter: { name: 'own-orders-after', text: `${mine} ${after} ${newest}` },
  live: { name: 'own-live-orders', text: `${live} ${newest}` },
  liveAfter: { name: 'own-live-orders-after', text: `${live} ${after} ${newest}` },
}

interface OrdersRead extends PageRead {
  /** Whether those alone are read that can be paid or are. */
  live?: boolean | undefined
}

/** The actor's own orders, newest first; one page. */
export async function listMyOrders({ database, imageHost }: Platform, actor: Actor, input: OrdersRead) {
  authorize(actor, 'order.read-own')
  const which = input.live ? 'live' : 'all'
  const list = ['orders', actor.id, which]
  const from = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const values = [input.limit + 1, actor.id, ...(from ? [from.at, from.id] : [])]
  const statement = statements[from ? (`${which}After` as const) : which]
  const query = input.skip === undefined ? { ...statement, values } : skipping(statement, values, input.skip)
  const { rows } = await poolOf(database).query<OrderRow>(query)
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.placedAt, id: row.id }),
    toItem: row => toOrder(row, { imageHost, forBuyer: true }),
  })
}

function skipping({ name, text }: { name: string; text: string }, values: unknown[], skip: number) {
  return { name: `${name}-skip`, text: `${text} OFFSET $${values.length + 1}`, values: [...values, skip] }
}
