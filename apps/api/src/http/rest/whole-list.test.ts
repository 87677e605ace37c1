import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** Serves a list; `reading` is called for each page after the first, and may fail. */
async function serve(readPage: ReadPage<Row>, reading: (page: number) => void = () => {}): Promise<string> {
  app = fastify()
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
