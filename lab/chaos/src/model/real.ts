import type { Market } from '@second-ring/testkit'
import { TRPCError } from '@trpc/server'
import type { Model } from './model.ts'

/** The same phones, orders and people in a market that runs. */
export interface Real {
  market: Market
  admin: string
  people: string[]
  phones: string[]
  orders: { id: string; clientSecret: string }[]
}

/** `ok`, or the code of the error; a mistake of the product's own is thrown. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') throw error
    return error.cause && 'code' in error.cause ? String(error.cause.code) : error.code
  }
}

interface PhoneRow {
  id: string
  state: string
  orders: { id: string; state: string; payments: string | null; claim: string | null }[] | null
  line: { person: string; state: string }[] | null
}

/** Everything that a model says, as text to compare. */
export function viewOfModel({ phones, orders }: Model): string[] {
  return [
    ...phones.map(
      ({ state, line }, index) =>
        `phone ${index} ${state}, line ${line.map(place => `${place.person} ${place.state}`).join(', ')}`,
    ),
    ...orders.map(
      ({ state, payment, claim }, index) =>
        `order ${index} ${state}, payment ${payment?.state ?? 'none'}, claim ${claim?.state ?? 'none'}`,
    ),
  ]
}

/** The same of the market. */
export async function viewOfReal({ market, phones, orders, people }: Real): Promise<string[]> {
  const rows = await market.database.$queryRaw<PhoneRow[]>`
    SELECT l.id::text, l.state::text,
      (SELECT json_agg(json_build_object('id', o.id, 'state', o.state,
        'payments', (SELECT string_agg(p.state::text, '+') FROM payments p WHERE p.order_id = o.id),
        'claim', (SELECT c.state FROM claims c WHERE c.order_id = o.id)))
        FROM orders o WHERE o.listing_id = l.id) AS orders,
      (SELECT json_agg(json_build_object('person', w.user_id, 'state', w.state) ORDER BY w.joined_at, w.id)
        FROM waiting_entries w WHERE w.listing_id = l.id) AS line
    FROM listings l WHERE l.id::text = ANY(${phones})`
  const phoneRows = phones.map(id => rows.find(row => row.id === id))
  const orderRows = new Map(rows.flatMap(row => row.orders ?? []).map(order => [order.id, order]))
  return [
    ...phoneRows.map((row, index) => {
      const line = (row?.line ?? []).map(({ person, state }) => `${people.indexOf(person)} ${state}`).join(', ')
      return `phone ${index} ${row?.state}, line ${line}`
    }),
    ...orders.map(({ id }, index) => {
      const row = orderRows.get(id)
      return `order ${index} ${row?.state}, payment ${row?.payments ?? 'none'}, claim ${row?.claim ?? 'none'}`
    }),
  ]
}
