import { PrismaPg } from '@prisma/adapter-pg'
import {
  ColumnTypeEnum,
  DriverAdapterError,
  isDriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { withDatabase } from './database-url.ts'

/**
 * The way of Prisma's migration engine to a database.
 *
 * It differs from the official adapter in what migrations need. A script is sent whole, as
 * `prisma migrate deploy` does, so it is one transaction and function bodies may hold semicolons; the official one
 * cuts it at every semicolon. And there is one connection, so that the engine's advisory lock covers all it does.
 */
export function migrationAdapter(url: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(url),
    connectToShadowDb: () => connectToShadow(url),
  }
}

async function connect(url: string, afterwards = async () => {}): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 10_000 })
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect()
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    queryRaw: query =>
      adapter.queryRaw(query).catch(async error => {
        if (!isUnreadableChar(error)) throw error
        return readChars(adapter, pool, query)
      }),
    executeRaw: query => adapter.executeRaw(query),
    startTransaction: level => adapter.startTransaction(level),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    executeScript: async script => {
      await pool.query(script).catch(refuse)
    },
    dispose: async () => {
      await adapter.dispose()
      await afterwards()
    },
  }
}

/** A scratch database, in which the engine replays the migrations to see what they make. */
async function connectToShadow(url: string): Promise<SqlDriverAdapter> {
  const name = `second_ring_shadow_${crypto.randomUUID()}`
  const server = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await server.connect()
  await server.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`)
  return connect(withDatabase(url, name), async () => {
    await server.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`)
    await server.end()
  })
}

/** PostgreSQL's type "char", of one byte, in which its catalogue stores codes. */
const CHAR_OID = 18

function isUnreadableChar(error: unknown): boolean {
  return (
    isDriverAdapterError(error) &&
    error.cause.kind === 'UnsupportedNativeDataType' &&
    error.cause.type.toUpperCase() === 'CHAR'
  )
}

/** The official adapter rejects columns of type "char", which the engine reads: this casts them to text. */
async function readChars(adapter: SqlQueryable, pool: pg.Pool, query: SqlQuery): Promise<SqlResultSet> {
  const inner = query.sql.trim().replace(/;$/, '')
  const { fields } = await pool.query(`SELECT * FROM (${inner}) AS answer LIMIT 0`, query.args)
  const columns = fields.map(({ name, dataTypeID }) => {
    const column = pg.escapeIdentifier(name)
    return dataTypeID === CHAR_OID ? `${column}::text AS ${column}` : column
  })
  const answer = await adapter.queryRaw({ ...query, sql: `SELECT ${columns.join(', ')} FROM (${inner}) AS answer` })
  const columnTypes = answer.columnTypes.map((type, index) =>
    fields[index]?.dataTypeID === CHAR_OID ? ColumnTypeEnum.Character : type,
  )
  return { ...answer, columnTypes }
}

function refuse(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error
  const { code = 'XX000', severity = 'ERROR', message, detail, column, hint } = error
  throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint })
}
