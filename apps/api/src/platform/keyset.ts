import { createHash } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'

/** Where a page ended: the sort column's moment and the row's id, which breaks ties. */
export interface Position {
  at: Date
  id: string
}

/** What makes a list another one: what it holds, by what it is filtered, and whose it is. */
export type List = readonly (string | null | undefined)[]

export function encodeCursor(list: List, { at, id }: Position): string {
  const position = `${at.getTime()}.${id}`
  return Buffer.from(`${position}.${markOf(list, position)}`).toString('base64url')
}

/** @throws DomainError INVALID_INPUT when the cursor is not one that this very list gave */
export function decodeCursor(list: List, cursor: string): Position {
  const [time = '', id = '', mark] = Buffer.from(cursor, 'base64url').toString().split('.')
  const at = new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN)
  const parsed = Id.safeParse(id)
  const isOurs = mark === markOf(list, `${time}.${id}`) && encodeCursor(list, { at, id }) === cursor
  if (!isOurs || Number.isNaN(at.getTime()) || !parsed.success) {
    throw new DomainError('INVALID_INPUT', 'This is not a page of this list')
  }
  return { at, id: parsed.data }
}

// No secret: whoever makes one by hand begins a list that is theirs to read anyway at another row of it.
function markOf(list: List, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([...list, position]))
    .digest('base64url')
    .slice(0, 12)
}

interface Paging<Row, Item> {
  list: List
  limit: number
  positionOf: (row: Row) => Position
  toItem: (row: Row) => Item
}

/**
 * Cuts a page from rows that were read one more than `limit`.
 * @param list as in {@link decodeCursor}
 * @param positionOf where a row stands in the list's order
 */
export function toPage<Row, Item>(
  rows: Row[],
  { list, limit, positionOf, toItem }: Paging<Row, Item>,
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor(list, positionOf(last)) : null
  return { items: page.map(toItem), nextCursor }
}
