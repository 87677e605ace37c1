import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PageRead } from '#platform/keyset.ts'
import { linkNext } from './next-page.ts'

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
  const { items, nextCursor } = await readPage({ cursor, limit: limit ?? LIST_PAGE_ROWS })
  if (limit !== undefined || nextCursor === null) {
    reply.headers(linkNext(reply.request.url, nextCursor))
    return items
  }
  const last = await readPage({ cursor: nextCursor, limit: 1, skip: LIST_MAX_ROWS - LIST_PAGE_ROWS - 1 })
  reply.headers(linkNext(reply.request.url, last.nextCursor))
  return sendPages(reply, { beginning: items, cursor: nextCursor, lastId: last.items[0]?._id ?? null, readPage })
}

/**
 * Sends a list page by page as the client takes it; reading stops when the client leaves. An error breaks the connection
 * off, so that a part never looks like the whole.
 */
function sendPages<Row extends { _id: string }>(reply: FastifyReply, rest: ListRest<Row>): FastifyReply {
  reply.type('application/json; charset=utf-8')
  // A HEAD wants the headers alone, and the length of what is not read is not known.
  if (reply.request.method === 'HEAD') return reply.send(Readable.from([]))
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
