import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { runCli } from '@second-ring/server-process/testing/run-cli'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type PostgresOptions, startPostgres } from './start-postgres.ts'

const start = async (options: PostgresOptions) => {
  const server = await startPostgres({ durable: false, ...options })
  onTestFinished(() => server.stop())
  return server
}

const query = async (url: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a new server speaks UTF-8 in UTC, orders text alike everywhere and has the extensions', async () => {
  const server = await start({ dataDir: path.join(await temporaryFolder(), 'data') })
  for (const name of ['citext', 'pg_trgm', 'unaccent', 'btree_gist']) {
    await query(server.url('postgres'), `create extension ${name}`)
  }
  const [row] = await query(
    server.url('postgres'),
    `select current_setting('TimeZone') as zone, current_setting('server_encoding') as encoding, upper('é') as upper,
      current_setting('server_version_num')::int / 10000 as version, uuidv7() is not null as v7, 'Ä@x.co'::citext = 'ä@X.co' as folds`,
  )
  expect(row).toEqual({ zone: 'UTC', encoding: 'UTF8', upper: 'É', version: 18, v7: true, folds: true })
})

test('listens on loopback only, and wants the password', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const server = await start({ dataDir, password: 'p@ss/word' })
  expect((await stat(path.join(dataDir, 'superuser.password'))).mode & 0o777).toBe(0o600)
  const [row] = await query(server.url('postgres'), 'show listen_addresses')
  expect(row).toEqual({ listen_addresses: '127.0.0.1' })
  const wrong = server.url('postgres').replace('p%40ss%2Fword', 'wrong')
  await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed')
})

test('remembers its own password, and takes another one when told', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const passwords: string[] = []
  for (const password of [undefined, undefined, 'chosen', undefined]) {
    const server = await startPostgres({ dataDir, durable: false, ...(password ? { password } : {}) })
    expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
    passwords.push(new URL(server.url('postgres')).password)
    await server.stop()
  }
  expect(passwords).toEqual([passwords[0], passwords[0], 'chosen', 'chosen'])
  expect(passwords[0]).toHaveLength(24)
  await rm(path.join(dataDir, 'superuser.password'))
  await expect(startPostgres({ dataDir })).rejects.toThrow('superuser.password is missing')
  const server = await start({ dataDir, password: 'chosen' })
  expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('keeps its data over a restart', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const first = await startPostgres({ dataDir, durable: false })
  await query(first.url('postgres'), 'create table phones as select 1 as id')
  await first.stop()
  await expect(query(first.url('postgres'), 'select 1')).rejects.toThrow('ECONNREFUSED')
  const second = await start({ dataDir })
  expect(await query(second.url('postgres'), 'select id from phones')).toEqual([{ id: 1 }])
})

test('works below a folder that is closed to other users', async () => {
  const closed = path.join(await temporaryFolder(), 'closed')
  await mkdir(closed)
  await chmod(closed, 0o700)
  const server = await start({ dataDir: path.join(closed, 'data') })
  expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('ends with a parent that was killed, and the next start finds what was committed', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const killed = await runCli(new URL('./cli.ts', import.meta.url), { DATA_DIR: dataDir })
  const url = String(killed.ready.url)
  await query(url, 'create table phones as select 7 as id')
  await killed.end('SIGKILL')
  const server = await start({ dataDir })
  expect(await query(server.url('postgres'), 'select id from phones')).toEqual([{ id: 7 }])
})

test('recovers when the server itself was killed', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const first = await startPostgres({ dataDir })
  await query(first.url('postgres'), 'create table phones as select 7 as id')
  process.kill(Number((await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL')
  await first.ended
  await first.stop()
  const second = await start({ dataDir })
  expect(await query(second.url('postgres'), 'select id from phones')).toEqual([{ id: 7 }])
})

test('is not deterred by a stale pid file that names another living process', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  await (await startPostgres({ dataDir, durable: false })).stop()
  await writeFile(
    path.join(dataDir, 'postmaster.pid'),
    `${process.pid}\n${dataDir}\n1\n5432\n\n127.0.0.1\n1 1\nready\n`,
  )
  const server = await start({ dataDir })
  expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('refuses data that a living start uses, and leaves that one running', async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const server = await start({ dataDir })
  await expect(startPostgres({ dataDir })).rejects.toThrow(`in use by process ${process.pid}`)
  expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('says so when the port is taken', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void blocker.close())
  const port = await vi.waitFor(() => {
    const address = blocker.address()
    if (typeof address !== 'object' || !address) throw new Error('not yet')
    return address.port
  })
  const dataDir = path.join(await temporaryFolder(), 'data')
  await expect(startPostgres({ dataDir, port, durable: false })).rejects.toThrow(`Port ${port} is taken`)
})

test('does not touch a folder that holds something else', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(path.join(dataDir, 'letter.txt'), 'dear')
  await expect(startPostgres({ dataDir })).rejects.toThrow('neither empty nor a database')
  expect(await readFile(path.join(dataDir, 'letter.txt'), 'utf8')).toBe('dear')
})

test('begins anew after a making that was cut short', async () => {
  const folder = await temporaryFolder()
  await mkdir(path.join(folder, 'data.unfinished', 'cluster'), { recursive: true })
  await writeFile(path.join(folder, 'data.unfinished', 'cluster', 'PG_VERSION'), '18\n')
  const server = await start({ dataDir: path.join(folder, 'data') })
  expect(await query(server.url('postgres'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the process stops cleanly when asked to, and when its input closes', async () => {
  const folder = await temporaryFolder()
  const cli = new URL('./cli.ts', import.meta.url)
  const first = await runCli(cli, { DATA_DIR: path.join(folder, 'data') })
  expect(await first.end('SIGTERM')).toBe(0)
  const second = await runCli(cli, { DATA_DIR: path.join(folder, 'data'), STOP_WITH_STDIN: '1' })
  const ended = new Promise(resolve => second.process.once('exit', resolve))
  second.process.stdin?.end()
  expect(await ended).toBe(0)
})
