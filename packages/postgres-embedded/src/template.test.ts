import { rm } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder } from '@second-ring/server-process/testing/temporary-folder'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from './start-postgres.ts'
import { cloneDatabase, createDatabase, dropDatabase } from './template.ts'

let folder: string
let server: PostgresServer

beforeAll(async () => {
  folder = await makeFolder()
  server = await startPostgres({ dataDir: path.join(folder, 'data'), durable: false })
})

afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('clones have the rows of the template and are apart from each other, made side by side or not', async () => {
  const template = await createDatabase(server, 'market "template"')
  await connected(template, client => client.query('create table phones as select 1 as id'))
  const urls = await Promise.all(['a', 'b', 'c'].map(name => cloneDatabase(server, 'market "template"', name)))
  const [a = '', b = ''] = urls
  await connected(a, client => client.query('insert into phones values (2)'))
  const count = (url: string) => connected(url, async client => (await client.query('select id from phones')).rowCount)
  expect(await count(a)).toBe(2)
  expect(await count(b)).toBe(1)
})

test('dropping ends whoever is connected, and may be repeated', async () => {
  const url = await createDatabase(server, 'short_lived')
  await connected(url, async client => {
    await dropDatabase(server, 'short_lived')
    await expect(client.query('select 1')).rejects.toThrow()
  })
  await dropDatabase(server, 'short_lived')
  await expect(connected(url, client => client.query('select 1'))).rejects.toThrow('does not exist')
})
