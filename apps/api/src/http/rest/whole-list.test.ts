import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ROWS_OF_A_CALL } from '@second-ring/contracts/call-weights'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { LIST_MAX_ROWS, LIST_PAGE_ROWS, type ReadPage, sendList } from './whole-list.ts'

let app: FastifyInstance
afterEach(() => app.close())

const idAt = (row: number) => `row-${row}`

interface Row {
  _id: string
  filler: string
}

/** A list of so many rows, whose cursors are the positions of its rows. */
function listOf(rows: number, { filler = '', isGone = (_row: number): boolean => false } = {}) {
  const ids = Array.from({ length: rows }, (_, row) => row)
  const readPage: ReadPage<Row> = async ({ cursor, limit, skip = 0 }) => {
    const left = ids.filter(row => row > Number(cursor ?? -1) && !isGone(row)).slice(skip)
    const items = left.slice(0, limit).map(row => ({ _id: idAt(row), filler }))
    return { items, nextCursor: left.length > limit ? `${left[limit - 1]}` : null }
  }
  return readPage
}

/**
 * Serves a list; `reading` is called for each page after the first, and may fail. `countCalls` counts what an answer weighs.
 */
async function serve(
  readPage: ReadPage<Row>,
  reading: (page: number) => void = () => {},
  countCalls: (calls: number) => Promise<void> = async () => {},
): Promise<string> {
  app = fastify()
  app.addHook('onRequest', async request => void Object.assign(request, { countCalls }))
  app.get('/', async (_request, reply) => {
    let pages = 0
    return sendList(reply, {}, async page => {
      const isAhead = page.skip !== undefined
      if (page.cursor !== undefined && !isAhead) reading(++pages)
      return readPage(page)
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const rowsOf = async (response: Response) => ((await response.json()) as { _id: string }[]).map(({ _id }) => _id)
const upTo = (rows: number) => Array.from({ length: rows }, (_, row) => idAt(row))

it.each([0, 1, LIST_PAGE_ROWS, LIST_PAGE_ROWS + 1, LIST_MAX_ROWS])('answers a list of %i rows whole', async rows => {
  const response = await fetch(await serve(listOf(rows)))
  expect(response.headers.get('link')).toBeNull()
  expect(await rowsOf(response)).toEqual(upTo(rows))
})

it('ends where the header says that the next answer begins, though rows before it are taken away meanwhile', async () => {
  const gone = new Set<number>()
  const readPage = listOf(LIST_MAX_ROWS + 100, { isGone: row => gone.has(row) })
  const response = await fetch(await serve(readPage, () => [7000, 7001].map(row => gone.add(row))))
  expect(response.headers.get('link')).toBe(`</?cursor=${LIST_MAX_ROWS - 1}>; rel="next"`)
  expect(await rowsOf(response)).toEqual(upTo(LIST_MAX_ROWS).filter(id => id !== idAt(7000) && id !== idAt(7001)))
})

it('reads a page too many, and no more, when the last row is taken away meanwhile', async () => {
  const gone = new Set<number>()
  const readPage = listOf(LIST_MAX_ROWS * 2, { isGone: row => gone.has(row) })
  const rows = await rowsOf(await fetch(await serve(readPage, () => gone.add(LIST_MAX_ROWS - 1))))
  expect(rows).toHaveLength(LIST_MAX_ROWS + LIST_PAGE_ROWS)
})

it('breaks the connection off when a page cannot be read, so that a part never looks like the whole', async () => {
  const url = await serve(listOf(LIST_MAX_ROWS), page => {
    if (page === 3) throw new Error('The database is gone')
  })
  const response = await fetch(url)
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

it('reads only as fast as the client takes it, and stops when the client leaves', async () => {
  let read = 0
  const left = Promise.withResolvers<void>()
  const url = await serve(listOf(LIST_MAX_ROWS, { filler: 'x'.repeat(10_000) }), page => {
    read = page
  })
  app.server.on('request', (_request, response) => response.once('close', left.resolve))
  const [response] = (await once(get(url), 'response')) as [IncomingMessage]
  await once(response, 'readable')
  response.destroy()
  await left.promise
  expect(read).toBeLessThan(LIST_MAX_ROWS / LIST_PAGE_ROWS - 1)
})

const callsOf = (rows: number) => rows / ROWS_OF_A_CALL

it('counts the rows of each page as calls of the address', async () => {
  const counted: number[] = []
  const url = await serve(listOf(LIST_PAGE_ROWS * 3), undefined, async calls => void counted.push(calls))
  await rowsOf(await fetch(url))
  expect(counted).toEqual([LIST_PAGE_ROWS, LIST_PAGE_ROWS, LIST_PAGE_ROWS].map(callsOf))
})

it('is not sent to an address that has had enough, and goes on when that is so in its middle', async () => {
  let left = callsOf(LIST_PAGE_ROWS)
  const url = await serve(listOf(LIST_PAGE_ROWS * 3), undefined, async calls => {
    left -= calls
    if (left < 0) throw new Error('That was too often')
  })
  expect(await rowsOf(await fetch(url))).toHaveLength(LIST_PAGE_ROWS * 3)
  expect((await fetch(url)).status).toBe(500)
})
