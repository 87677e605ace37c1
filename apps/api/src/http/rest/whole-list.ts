import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { PageRead } from '#platform/keyset.ts'

/** How many rows one answer has at most; `Link` names where a longer list goes on. */
export const LIST_MAX_ROWS = 10_000
/** How many rows are read at a time, and so held in memory for each client. */
export const LIST_PAGE_ROWS = 500
/** How long a client may take for a list, so that slow readers give their place in the server back. */
const LIST_TIMEOUT_MS = 120_000

/** A page of a list in the words of the wire. */
export interface ListPage {
  items: readonly unknown[]
  nextCursor: string | null
}

export type ReadPage = (page: PageRead) => Promise<ListPage>

/** How a list goes on whose beginning is answered already. */
interface ListRest {
  cursor: string
  /** The row that the answer ends with; null when it goes on to the list's end. */
  lastId: string | null
}

/** What is known of a list when its answer begins. */
export interface ListBeginning {
  items: readonly unknown[]
  /** Where the next answer begins; null when this one reaches the end. */
  nextCursor: string | null
  /** What this answer still lacks; null when nothing. */
  rest: ListRest | null
}

/**
 * Reads the beginning of a list: the page of a client that names a `limit`, else as much of the whole as one read gives.
 * Where a long answer ends is looked up now, because `Link` is a header and goes out first.
 */
export async function beginList(
  readPage: ReadPage,
  { limit, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<ListBeginning> {
  const { items, nextCursor } = await readPage({ cursor, limit: limit ?? LIST_PAGE_ROWS })
  if (limit !== undefined || nextCursor === null) return { items, nextCursor, rest: null }
  const last = await readPage({ cursor: nextCursor, limit: 1, skip: LIST_MAX_ROWS - LIST_PAGE_ROWS - 1 })
  return { items, nextCursor: last.nextCursor, rest: { cursor: nextCursor, lastId: idOf(last.items[0]) } }
}

/**
 * Sends a list whose beginning is read, page by page as the client takes it; reading stops when the client leaves. An
 * error breaks the connection off, so that a part never looks like the whole.
 * @param beginning the JSON array of the first rows
 */
export function sendWholeList(
  reply: FastifyReply,
  { beginning, rest, readPage }: { beginning: string; rest: ListRest; readPage: ReadPage },
): FastifyReply {
  reply.type('application/json; charset=utf-8')
  // A HEAD wants the headers alone, and the length of what is not read is not known.
  if (reply.request.method === 'HEAD') return reply.send(Readable.from([]))
  const chunks = Readable.from(writeList(beginning, pagesOf(rest, readPage)), {
    highWaterMark: 1,
    signal: AbortSignal.timeout(LIST_TIMEOUT_MS),
  })
  return reply.send(chunks)
}

async function* writeList(beginning: string, pages: AsyncIterable<readonly unknown[]>) {
  yield beginning.slice(0, -1)
  for await (const items of pages) if (items.length > 0) yield `,${JSON.stringify(items).slice(1, -1)}`
  yield ']'
}

// The row that was last when the answer began ends it, however many were added or taken away meanwhile; should that
// very row be gone, one page too many does.
async function* pagesOf({ cursor, lastId }: ListRest, readPage: ReadPage) {
  let next: string | null = cursor
  for (let rows = LIST_PAGE_ROWS; next !== null && rows <= LIST_MAX_ROWS; rows += LIST_PAGE_ROWS) {
    const { items, nextCursor } = await readPage({ cursor: next, limit: LIST_PAGE_ROWS })
    const end = lastId === null ? -1 : items.findIndex(item => idOf(item) === lastId)
    yield end === -1 ? items : items.slice(0, end + 1)
    next = end === -1 ? nextCursor : null
  }
}

function idOf(item: unknown): string | null {
  const id = typeof item === 'object' && item !== null && '_id' in item ? item._id : null
  return typeof id === 'string' ? id : null
}
