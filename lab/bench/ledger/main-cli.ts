import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postTransaction } from '@second-ring/api/ledger/post-transaction'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { poolOf } from '@second-ring/database/pool-of'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import { A_DAY, STORED_BALANCE } from './statements.ts'

// Ledger transactions a second by 64 clients that all post to the market's own accounts, with every commit on disk; beside a
// balance that each of them stores. Then the trial balance of a day of a million orders. `pnpm bench:ledger`: four minutes.
// Exit code 1 when a promise is not met.
const CLIENTS = 64
const ROUNDS = 5
const ROUND_MS = 2000
const ORDERS = 1_000_000
const PROMISED_PER_SECOND = 1000
const PROMISED_MS = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)

/** How often a second all clients together do it. */
async function measure(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const client = async () => {
    for (; performance.now() - startedAt < ROUND_MS; done += 1) await work()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (done * 1000) / (performance.now() - startedAt)
}

function median(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}

const folder = await mkdtemp(join(tmpdir(), 'second-ring-bench-ledger-'))
const server = await startPostgres({ dataDir: join(folder, 'postgres'), settings: { shared_buffers: '256MB' } })
try {
  const url = await makeDatabase(server, 'ledger')
  await migrate(url)
  const database = createDatabase(url, { poolSize: CLIENTS, statementTimeoutMs: 0 })
  const pool = poolOf(database)
  await pool.query('CREATE TABLE stored_balances (kind text PRIMARY KEY, cents bigint); CREATE TABLE bare (one int)')
  await pool.query(`INSERT INTO stored_balances VALUES ('PROVIDER_BALANCE', 0)`)
  let next = 0
  const post = (storesBalance: boolean) =>
    database.$transaction(async tx => {
      next += 1
      const amounts = { PROVIDER_BALANCE: 20_000, UNASSIGNED: -20_000 }
      await postTransaction(tx, { act: 'CHARGED', key: `bench:${next}`, amounts })
      if (storesBalance) await tx.$executeRawUnsafe(STORED_BALANCE)
    })
  const contenders = {
    ledger: () => post(false),
    stored: () => post(true),
    // What the disk takes of the smallest commits.
    bare: () => pool.query('INSERT INTO bare VALUES (1)'),
  }
  const names = ['ledger', 'stored', 'bare'] as const
  const figures = { ledger: [] as number[], stored: [] as number[], bare: [] as number[] }
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of names) {
      const perSecond = await measure(contenders[name])
      // The first round warms up.
      if (round >= 0) figures[name].push(perSecond)
    }
  }
  for (const name of names) say(`${name}: ${median(figures[name]).toFixed(0)}/s`)
  const isFast = median(figures.ledger) >= PROMISED_PER_SECOND

  for (const statement of A_DAY(ORDERS)) await pool.query(statement)
  const startedAt = performance.now()
  const { rows } = await pool.query('SELECT kind, balance_cents FROM ledger_balances')
  const ms = performance.now() - startedAt
  const sum = rows.reduce((cents, row) => cents + Number(row.balance_cents), 0)
  say(
    `trial balance of a day of ${ORDERS} orders: ${ms.toFixed(0)} ms, in sum ${sum} cents (at most ${PROMISED_MS} ms)`,
  )
  process.exitCode = isFast && ms <= PROMISED_MS && sum === 0 ? 0 : 1
  await closeDatabase(database)
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}
