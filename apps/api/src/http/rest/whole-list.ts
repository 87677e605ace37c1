import { Readable } from 'node:stream'
import { ROWS_OF_A_CALL } from '@second-ring/contracts/call-weights'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageRead } from '#platform/keyset.ts'
import { createListPlaces } from './list-places.ts'
import { linkNext } from './next-page.ts'

/** Of this process. */
const places = createListPlaces()

/** How many rows one answer has at most; `Link` names where a longer list goes on. */
export const LIST_MAX_ROWS = 10_000
/** How many rows are read at a time, and so held in memory for each client. */
export const LIST_PAGE_ROWS = 500
/** How long a client may take for a list, so that slow readers give their place in the server back. */
const LIST_TIMEOUT_MS = 120_000

/** A page of a list in the words of the wire. */
interface ListPage<Row> {
  items: Row[]
  nextCursor: string | null
}

export type ReadPage<Row> = (page: PageRead) => Promise<ListPage<Row>>

/** Which page of a list a client wants; the whole list without a `limit`. */
interface Paging {
  limit?: number | undefined
  cursor?: string | undefined
}

/** How a list goes on whose beginning is read already. */
interface ListRest<Row> {
  /** The rows that are read. */
  beginning: Row[]
  cursor: string
  /** The row that the answer ends with; null when it goes on to the list's end. */
  lastId: string | null
  readPage: ReadPage<Row>
}

/**
 * Answers a list as a plain array: the page of a client that names a `limit`, else the whole. `Link` names where the next
 * answer begins. It is looked up before a long list is sent, because a header goes out first.
 * @returns the rows; nothing when it has sent them itself, page by page
 */
export async function sendList<Row extends { _id: string }>(
  reply: FastifyReply,
  { limit, cursor }: Paging,
  readPage: ReadPage<Row>,
): Promise<Row[]> {
  const { request } = reply
  const { items, nextCursor } = await readPage({ cursor, limit: limit ?? LIST_PAGE_ROWS })
  await countRows(request, items)
  if (limit !== undefined || nextCursor === null) {
    reply.headers(linkNext(request.url, nextCursor))
    return items
  }
  const { inTurn, leave } = await places.take(request.ip)
  try {
    const skip = LIST_MAX_ROWS - LIST_PAGE_ROWS - 1
    const last = await inTurn(() => readPage({ cursor: nextCursor, limit: 1, skip }))
    reply.headers(linkNext(request.url, last.nextCursor))
    // A HEAD wants the headers alone, and the length of what is not read is not known.
    const isWanted = request.method !== 'HEAD' && !reply.raw.destroyed
    if (isWanted) reply.raw.once('close', leave)
    else leave()
    const rest = { beginning: items, cursor: nextCursor, lastId: last.items[0]?._id ?? null }
    return sendPages(
      reply,
      isWanted ? { ...rest, readPage: page => inTurn(() => readOn(request, readPage, page)) } : null,
    )
  } catch (error) {
    leave()
    throw error
  }
}

/**
 * Counts what a list answers as calls of its address.
 * @throws DomainError TOO_MANY_REQUESTS
 */
async function countRows({ countCalls }: FastifyRequest, { length }: readonly unknown[]): Promise<void> {
  const calls = Math.floor(length / ROWS_OF_A_CALL)
  if (calls > 0) await countCalls?.(calls)
}

/** Reads a later page. What has begun is sent to its end: an address that has had enough hears it with its next call. */
async function readOn<Row>(request: FastifyRequest, readPage: ReadPage<Row>, page: PageRead): Promise<ListPage<Row>> {
  const read = await readPage(page)
  await countRows(request, read.items).catch(() => undefined)
  return read
}

/**
 * Sends a list page by page as the client takes it; reading stops when the client leaves. An error breaks the connection
 * off, so that a part never looks like the whole.
 * @param rest null for the headers alone
 */
function sendPages<Row extends { _id: string }>(reply: FastifyReply, rest: ListRest<Row> | null): FastifyReply {
  reply.type('application/json; charset=utf-8')
  if (rest === null) return reply.send(Readable.from([]))
  const write = (rows: Row[]) => String(reply.serialize(rows))
  const chunks = Readable.from(writeList(write, rest), {
    highWaterMark: 1,
    signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
  })
  return reply.send(chunks)
}

async function* writeList<Row extends { _id: string }>(write: (rows: Row[]) => string, rest: ListRest<Row>) {
  yield write(rest.beginning).slice(0, -1)
  for await (const items of pagesOf(rest)) if (items.length > 0) yield `,${write(items).slice(1, -1)}`
  yield ']'
}

// The row that was last when the answer began ends it, however many were added or taken away meanwhile; should that
// very row be gone, one page too many does.
async function* pagesOf<Row extends { _id: string }>({ cursor, lastId, readPage }: ListRest<Row>) {
  let next: string | null = cursor
  for (let rows = LIST_PAGE_ROWS; next !== null && rows <= LIST_MAX_ROWS; rows += LIST_PAGE_ROWS) {
    const { items, nextCursor }: ListPage<Row> = await readPage({ cursor: next, limit: LIST_PAGE_ROWS })
    const end = lastId === null ? -1 : items.findIndex(({ _id }) => _id === lastId)
    yield end === -1 ? items : items.slice(0, end + 1)
    next = end === -1 ? nextCursor : null
  }
}
