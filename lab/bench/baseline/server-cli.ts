import fastify from 'fastify'
import pg from 'pg'
import { type Booking, book } from './book.ts'
import { readListing } from './listing.ts'
import { card, type OrderRow, order, page, product, type ShelfRow } from './shape.ts'
import { orderValues, statements } from './statements.ts'

// The least that answers the same: one process, Fastify, a pool of the product's size, named statements, no checks.
const [databaseUrl = '', port = '0'] = process.argv.slice(2)
const POOL_SIZE = 10

const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE, keepAlive: true })
const read = async <Row extends pg.QueryResultRow>(name: keyof typeof statements, values: unknown[]) =>
  (await pool.query<Row>({ name, text: statements[name], values })).rows

const app = fastify({ logger: { level: 'warn' } })

interface Category {
  Params: { id: string }
}
app.get<Category>('/category/:id', async ({ params: { id } }) => {
  const rows = await read<ShelfRow>('category', [21, id])
  return page(rows, { list: ['category', id], limit: 20, at: row => row.postedAt, item: card })
})
app.get<Category>('/rest/category/:id', async ({ params: { id } }) =>
  (await read<ShelfRow>('category', [21, id])).slice(0, 20).map(product),
)
app.get('/advertised', async () => {
  const rows = await read<ShelfRow>('advertised', [21])
  return page(rows, { list: ['advertised'], limit: 20, at: row => row.advertisedAt ?? row.postedAt, item: card })
})
app.get('/rest/advertised', async () => (await read<ShelfRow>('advertised', [21])).slice(0, 20).map(product))
app.get<Category>('/orders/:id', async ({ params: { id } }) => {
  const rows = await read<OrderRow>('orders', orderValues(id))
  return page(rows, { list: ['orders', id, 'all'], limit: 20, at: row => row.placedAt, item: order })
})
app.get<Category>('/listing/:id', ({ params: { id } }) => readListing(pool, id))
app.get<Category>('/user/:id', async ({ params: { id } }) => (await read('userById', [id]))[0])
app.post<{ Body: Booking }>('/book', async ({ body }, reply) => {
  const orderId = await book(pool, body)
  return orderId === null ? reply.code(409).send() : { result: { data: { orderId } } }
})
app.get('/healthz', async () => ({}))

await app.listen({ port: Number(port), host: '127.0.0.1' })
