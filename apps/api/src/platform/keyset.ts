import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'

/** Where a page ended: the sort column's moment and the row's id, which breaks ties. */
export interface Position {
  at: Date
  id: string
}

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString('base64url')
}

/** @throws DomainError INVALID_INPUT when the cursor is not one that a list gave */
export function decodeCursor(cursor: string): Position {
  const [time, id] = Buffer.from(cursor, 'base64url').toString().split('.')
  const at = new Date(/^\d{1,15}$/.test(time ?? '') ? Number(time) : Number.NaN)
  const parsed = Id.safeParse(id)
  if (Number.isNaN(at.getTime()) || !parsed.success) {
    throw new DomainError('INVALID_INPUT', 'This is not a page of this list')
  }
  return { at, id: parsed.data }
}

/**
 * Cuts a page from rows that were read one more than `limit`.
 * @param positionOf where a row stands in the list's order
 */
export function toPage<Row, Item>(
  rows: Row[],
  { limit, positionOf, toItem }: { limit: number; positionOf: (row: Row) => Position; toItem: (row: Row) => Item },
): { items: Item[]; nextCursor: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const nextCursor = rows.length > limit && last ? encodeCursor(positionOf(last)) : null
  return { items: page.map(toItem), nextCursor }
}
