import { type Compilable, type Expression, sql } from 'kysely'
import type { Database } from './create-database.ts'
import type { Prisma } from './generated/client.ts'
import { pools } from './pool-of.ts'

/** What use cases get inside `database.$transaction(async tx => …)`. */
export type Transaction = Prisma.TransactionClient

/**
 * Runs a query of Kysely's, on the database by itself or as a part of Prisma's transaction.
 * `int8` comes as text from the database and as a bigint in a transaction, `numeric` as text or a Decimal: cast both in the query.
 * @returns its rows
 */
export function run<Row>(on: Database | Transaction, compilable: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = compilable.compile()
  return send(on, text, [...parameters])
}

/** A parameter of a prepared query. */
export type Parameters<Given> = <Name extends keyof Given>(name: Name) => Expression<Given[Name]>

/** A query that is compiled already: what is given fills its parameters. */
export type PreparedQuery<Given, Row> = (on: Database | Transaction, given: Given) => Promise<Row[]>

/**
 * Compiles a query once that runs often; Kysely's compiling takes longer than the database's answer.
 * @param build describes the query with `parameter('name')` in the place of each value
 * @example
 * const findUser = prepare((parameter: Parameters<{ id: string }>) =>
 *   query.selectFrom('users').where('id', '=', parameter('id')).select('name'))
 * const [user] = await findUser(database, { id })
 */
export function prepare<Given, Row>(
  build: (parameter: Parameters<Given>) => Compilable<Row>,
): PreparedQuery<Given, Row> {
  const { sql: text, parameters } = build(name => sql<never>`${new Slot(name)}`).compile()
  return (on, given) =>
    send(
      on,
      text,
      parameters.map(value => (value instanceof Slot ? given[value.name as keyof Given] : value)),
    )
}

class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

async function send<Row>(on: Database | Transaction, text: string, values: unknown[]): Promise<Row[]> {
  const pool = pools.get(on)
  if (!pool) return on.$queryRawUnsafe<Row[]>(text, ...values)
  return (await pool.query(text, values)).rows
}
