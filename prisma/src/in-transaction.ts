import type pg from 'pg'
import { type Database, poolOf } from './create-database.ts'
import type { Prisma } from './generated/client.ts'
import { statementNames } from './statement-names.ts'

/** What a verb gets inside `database.$transaction(async transaction => …)`. */
export type Transaction = Prisma.TransactionClient

/** A statement in plain SQL, with a value for each of `$1`, `$2` and so on. */
export interface Statement {
  text: string
  values: unknown[]
}

/** What a verb gets inside {@link inTransaction}. */
export interface PlainTransaction {
  /**
   * Runs a statement. Those that are asked for at once go out at once, and run one after the other in that order.
   * @returns the rows that it answers
   */
  query<Row>(statement: Statement): Promise<Row[]>
}

/** Runs a statement in a transaction of either kind, for what has to be written in both. */
export function runIn<Row>(tx: Transaction | PlainTransaction, statement: Statement): Promise<Row[]> {
  return 'query' in tx ? tx.query(statement) : tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values)
}

interface Limits {
  /** How long it may take once it has its connection, in milliseconds; 10,000 by default, as with Prisma's. */
  timeoutMs?: number
}

/**
 * A transaction in plain SQL, for a verb that is called too often for Prisma's: all that the work does is kept, or nothing.
 * It has the database's own level of isolation, READ COMMITTED.
 * @throws what the work throws; `pg`'s error of a statement that failed; an error with the code ETIMEDOUT
 */
export async function inTransaction<Result>(
  database: Database,
  work: (tx: PlainTransaction) => Promise<Result>,
  { timeoutMs = 10_000 }: Limits = {},
): Promise<Result> {
  const pool = poolOf(database)
  const client = await pool.connect()
  const late = Promise.withResolvers<never>()
  late.promise.catch(() => undefined)
  const timer = setTimeout(() => late.reject(timedOut()), timeoutMs)
  const inTime = <Done>(doing: Promise<Done>): Promise<Done> => Promise.race([doing, late.promise])
  let isOpen = true
  const tx: PlainTransaction = {
    async query({ text, values }) {
      if (!isOpen) throw new Error('This transaction is over')
      return (await client.query({ name: nameOf(pool, text), text, values })).rows
    },
  }
  let unusable: Error | undefined
  try {
    // Waited for: were it cancelled, what is sent behind it would be kept by itself.
    await inTime(client.query('BEGIN'))
    const result = await inTime(work(tx))
    isOpen = false
    const { command } = await inTime(client.query('COMMIT'))
    if (command !== 'COMMIT') throw new Error('A statement had failed, so the transaction was rolled back')
    return result
  } catch (error) {
    isOpen = false
    await inTime(client.query('ROLLBACK')).catch((reason: Error) => {
      unusable = reason
    })
    throw error
  } finally {
    clearTimeout(timer)
    // The server rolls back what a connection leaves behind.
    client.release(unusable)
  }
}

const names = new WeakMap<pg.Pool, ReturnType<typeof statementNames>>()

/** So that PostgreSQL prepares a statement once a connection. */
function nameOf(pool: pg.Pool, text: string): string {
  const known = names.get(pool) ?? statementNames('second_ring_plain')
  names.set(pool, known)
  return known(text)
}

function timedOut(): Error {
  return Object.assign(new Error('The transaction took too long'), { code: 'ETIMEDOUT' })
}
