import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../bootstrap/repository.mjs'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type Composed, checkStatements } from './check-statements.ts'
import { composed as listed } from './composed.ts'
import { findStatements } from './find-statements.ts'

const READERS = `declare const pool: { query<Row>(query: { text: string }): Promise<{ rows: Row[] }> }
declare const database: { $queryRaw<Rows>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Rows> }
`

let client: pg.Client
let end: () => Promise<unknown>

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'second-ring-'))
  const server = await startPostgres({ dataDir: path.join(folder, 'data'), durable: false })
  client = new pg.Client({ connectionString: server.url('postgres') })
  end = async () => {
    await client.end()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await client.connect()
  await client.query('CREATE TABLE phones (id int, name text, price_cents int)')
}, 60_000)
afterAll(() => end())

/** Holds the statements of a source file against a table of phones, with `id`, `name` and `price_cents`. */
function check(source: string, composed?: Composed): Promise<string[]> {
  const folder = realpathSync(temporaryFolder())
  const config = { compilerOptions: { strict: true, types: [] }, include: ['*.ts'] }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(path.join(folder, 'read.ts'), `${READERS}${source}`)
  return checkStatements(client, findStatements(folder), composed)
}

test('a statement that answers every column of its row type is in order', async () => {
  const source = `
    interface Row { id: number; priceCents: number; note?: string }
    const columns = 'id, price_cents AS "priceCents", name AS note'
    const byId = { name: 'by-id', text: \`SELECT \${columns} FROM phones WHERE id = $1\` }
    const ordered = (order: string) => \`SELECT \${columns} FROM phones ORDER BY \${order}\`
    export const one = () => pool.query<Row>({ ...byId })
    export const all = (isDear: boolean) => pool.query<Row>({ text: isDear ? ordered('price_cents') : ordered('id') })
    export const named = (name: string) => database.$queryRaw<{ id: number }[]>\`SELECT id FROM phones WHERE name = \${name}\`
    export const changed = () => pool.query<{ id: number }>({ text: 'UPDATE phones SET name = $1 RETURNING id' })`
  expect(await check(source)).toEqual([])
})

test('a column that is missing or misnamed is told with its file and line', async () => {
  const source = `interface Base { id: number; name: string }
    interface Row extends Omit<Base, 'name'> { priceCents: number }
    export const missing = () => pool.query<Row>({ text: 'SELECT id FROM phones' })
    export const misnamed = () => database.$queryRaw<Row[]>\`SELECT id, price_cents FROM phones\`
    const first = (isAll: boolean) => isAll
    export const oneWay = (isAll: boolean) =>
      pool.query<Base>({ text: first(isAll) ? 'SELECT id, name FROM phones' : 'SELECT id FROM phones' })
    export const inOrder = () => pool.query<[id: number, label: string]>({ text: 'SELECT id, name FROM phones' })`
  expect(await check(source)).toEqual([
    'read.ts:5: the statement does not answer priceCents',
    'read.ts:6: the statement does not answer priceCents (it answers price_cents besides)',
    'read.ts:9: the statement does not answer name',
    'read.ts:10: the statement does not answer label (it answers name besides)',
  ])
})

test('a statement that the database cannot prepare, or that is composed elsewhere, is told unless it is listed', async () => {
  const source = `export const unknown = () => pool.query<{ id: number }>({ text: 'SELECT id FROM tablets' })
    export const composed = (text: string) => pool.query<{ id: number }>({ text })`
  expect(await check(source)).toEqual([
    expect.stringMatching(/^read\.ts:3: .*relation "tablets" does not exist$/),
    expect.stringMatching(/^read\.ts:4: .*no single place writes its SQL down$/),
  ])
  expect(await check(source, { 'read.ts': { texts: ['SELECT name FROM phones'] } })).toEqual([
    'read.ts:3: the statement does not answer id (it answers name besides)',
    'read.ts:4: the statement does not answer id (it answers name besides)',
  ])
  expect(await check(source, { 'read.ts': { heldBy: 'read.test.ts' }, 'gone.ts': { texts: [] } })).toEqual([
    expect.stringContaining('gone.ts has no such statement'),
  ])
})

test('the tests that hold what cannot be looked at are there', () => {
  const held = Object.values(listed).flatMap(one => ('heldBy' in one ? [one.heldBy] : []))
  expect(held.filter(file => !existsSync(path.join(root, 'apps', 'api', file)))).toEqual([])
})
