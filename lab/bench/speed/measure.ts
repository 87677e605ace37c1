import type pg from 'pg'
import type { Shot } from './load-cli.ts'
import type { Load } from './start-load.ts'
import type { MeasuredServer } from './start-servers.ts'

/** One who is measured beside others. */
export interface Contender {
  name: string
  server: MeasuredServer
  /** The database that it works on. */
  database: string
  /** Of a round, which begins with 0; the warm-up is round -1. */
  shotsOf(round: number): Shot[]
  /** Whether each shot is sent once, instead of in turn for as long as a measurement takes. */
  isOnce?: boolean
}

export interface Statistics {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Of the server's process, in milliseconds a request. */
  cpuMs: number
  /** Within the database's server, in milliseconds a request. */
  databaseMs: number
}

interface Measuring {
  load: Load
  admin: pg.Pool
  seconds: number
  rounds: number
  connections: number
}

/** Each contender's rounds. They take turns, in one order and then in the other, so that all meet the same machine. */
export async function measureInTurn(contenders: Contender[], of: Measuring): Promise<Map<string, Statistics[]>> {
  const figures = new Map<string, Statistics[]>(contenders.map(({ name }) => [name, []]))
  for (const contender of contenders) await measure(contender, -1, { ...of, seconds: Math.min(of.seconds, 1) })
  for (let round = 0; round < of.rounds; round += 1) {
    const inOrder = round % 2 === 0 ? contenders : contenders.toReversed()
    for (const contender of inOrder) figures.get(contender.name)?.push(await measure(contender, round, of))
  }
  return figures
}

async function measure(
  contender: Contender,
  round: number,
  { load, admin, seconds, connections }: Measuring,
): Promise<Statistics> {
  const { server, database } = contender
  await admin.query('SELECT pg_stat_statements_reset()')
  const before = await server.usage()
  const shots = contender.shotsOf(round)
  const sent = await load.send({ url: server.url, connections, shots, ...(!contender.isOnce && { seconds }) })
  const after = await server.usage()
  const { count, p50, p95, p99 } = sent
  return {
    perSecond: count / sent.seconds,
    p50,
    p95,
    p99,
    cpuMs: (after.cpuUs - before.cpuUs) / 1000 / count,
    databaseMs: (await databaseTime(admin, database)) / count,
  }
}

async function databaseTime(admin: pg.Pool, database: string): Promise<number> {
  const { rows } = await admin.query<{ ms: number }>(
    `SELECT coalesce(sum(total_exec_time), 0) AS ms FROM pg_stat_statements
     WHERE dbid = (SELECT oid FROM pg_database WHERE datname = $1)`,
    [database],
  )
  return rows[0]?.ms ?? 0
}

/** The middle one of many. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

/** The medians of rounds. */
export function medianOf(rounds: Statistics[]): Statistics {
  const of = (name: keyof Statistics) => median(rounds.map(figures => figures[name]))
  return {
    perSecond: of('perSecond'),
    p50: of('p50'),
    p95: of('p95'),
    p99: of('p99'),
    cpuMs: of('cpuMs'),
    databaseMs: of('databaseMs'),
  }
}

/** The median of what each round's pair makes: of two that were measured one after the other. */
export function medianRatio(ours: Statistics[], theirs: Statistics[], of: (figures: Statistics) => number): number {
  return median(
    ours.flatMap((figures, round) => {
      const other = theirs[round]
      return other ? of(figures) / of(other) : []
    }),
  )
}
