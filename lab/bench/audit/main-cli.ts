import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDatabase, createDatabase, type Database } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { poolOf } from '@second-ring/database/pool-of'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { cloneDatabase, createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import { createBooker } from './book.ts'

// Bookings a second of different phones by 64 clients, with every commit on disk: as today, and with the audit linked under one
// lock in each commit, as it was. `pnpm bench:audit`: half a minute. Exit code 1 when they are not twice as many.
const CLIENTS = 64
const ROUNDS = 5
const ROUND_MS = 2000
const PROMISED = 2

const say = (text: string) => process.stdout.write(`${text}\n`)

/** How often a second all clients together do it. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const isOver = () => performance.now() - startedAt >= ROUND_MS
  const client = async () => {
    for (; !isOver(); done += 1) await work()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done * 1000) / (performance.now() - startedAt)
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

const folder = await mkdtemp(join(tmpdir(), 'second-ring-bench-audit-'))
const server = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { shared_buffers: '256MB' } })
const opened: Database[] = []
try {
  const template = await makeDatabase(server, 'template')
  await migrate(template)
  await runFile(template, 'market-rows.sql')
  const open = async (name: string) => {
    const url = await cloneDatabase(server, 'template', name)
    if (name === 'locked') await runFile(url, 'linked-at-commit.sql')
    const database = createDatabase(url, { poolSize: CLIENTS })
    opened.push(database)
    return database
  }
  const [today, locked] = [await open('today'), await open('locked')]
  const pool = poolOf(today)
  const contenders = {
    today: await createBooker(today),
    locked: await createBooker(locked),
    // What the disk takes of the smallest commits.
    bare: () => pool.query('INSERT INTO bare_commits VALUES (1)'),
  }
  const figures = { today: [] as number[], locked: [] as number[], bare: [] as number[] }
  const names = ['today', 'locked', 'bare'] as const
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of names) {
      const perSecond = await measure(contenders[name])
      // The first round warms up.
      if (round >= 0) figures[name].push(perSecond)
    }
  }
  const ratios = figures.today.map((perSecond, round) => perSecond / (figures.locked[round] ?? 1))
  for (const name of names) say(`${name}: ${median(figures[name]).toFixed(0)}/s`)
  say(`bookings, today to linked in the commit: ${median(ratios).toFixed(2)} (at least ${PROMISED})`)
  process.exitCode = median(ratios) >= PROMISED ? 0 : 1
} finally {
  for (const database of opened) await closeDatabase(database)
  await server.stop()
  await rm(folder, { recursive: true })
}

async function runFile(url: string, file: string): Promise<void> {
  const database = createDatabase(url, { poolSize: 1, statementTimeoutMs: 0 })
  await poolOf(database).query(await readFile(join(import.meta.dirname, file), 'utf8'))
  await closeDatabase(database)
}
