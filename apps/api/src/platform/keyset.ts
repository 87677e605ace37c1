import { createHash } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'

/** Where a page ended: the sort column's moment and the row's id, which breaks ties. */
export interface Position {
  at: Date
  id: string
}

/** Where a page of a list ended that is sorted by a number first, such as a price in cents. */
export interface RankedPosition extends Position {
  /** A whole number from 0. */
  rank: number
}

/** Which rows of a list are read: `limit` of them, after the cursor and after passing over `skip` more. */
export interface PageRead {
  cursor?: string | undefined
  limit: number
  /** To look up where a long list is cut; pages themselves go by their cursors. */
  skip?: number | undefined
}

/** What identifies a list: its content, its filters and its owner. */
export type List = readonly (string | null | undefined)[]

export function encodeCursor(list: List, { at, id, ...more }: Position | RankedPosition): string {
  const rank = 'rank' in more ? `${more.rank}.` : ''
  const position = `${rank}${at.getTime()}.${id}`
  return Buffer.from(`${position}.${markOf(list, position)}`).toString('base64url')
}

/** What a query of a page is given: the position after which it begins, how many rows to read, and how many to pass over. */
export interface Paged extends Position {
  take: number
  skip: number
}

/** Before every row of a list that goes from the newest to the oldest. */
const START: Position = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * The position after which a page begins; without a cursor, the list's start.
 * @throws DomainError INVALID_INPUT when the cursor is not one that this very list gave
 */
export function decodeCursor(list: List, cursor: string | undefined): Position {
  if (cursor === undefined) return START
  const [time, id] = Buffer.from(cursor, 'base64url').toString().split('.')
  return provenPosition(list, cursor, { at: momentOf(time), id: id ?? '' })
}

/** The same for a list that is sorted by a number first. @throws DomainError INVALID_INPUT */
export function decodeRankedCursor(list: List, cursor: string): RankedPosition {
  const [rank = '', time, id] = Buffer.from(cursor, 'base64url').toString().split('.')
  if (!/^\d{1,9}$/.test(rank)) throw notOfThisList()
  return provenPosition(list, cursor, { rank: Number(rank), at: momentOf(time), id: id ?? '' })
}

function momentOf(time = ''): Date {
  return new Date(/^\d{1,15}$/.test(time) ? Number(time) : Number.NaN)
}

// What was read of a cursor is right when it makes the very same one again.
function provenPosition<Read extends Position>(list: List, cursor: string, read: Read): Read {
  if (encodeCursor(list, read) !== cursor || Number.isNaN(read.at.getTime()) || !Id.safeParse(read.id).success) {
    throw notOfThisList()
  }
  return read
}

function notOfThisList(): DomainError {
  return new DomainError('INVALID_INPUT', 'This is not a page of this list')
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
  positionOf: (row: Row) => Position | RankedPosition
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
