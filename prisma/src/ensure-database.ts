import pg from 'pg'
import { databaseName, withDatabase } from './database-url.ts'

const DATABASE_DOES_NOT_EXIST = '3D000'
// Another process may create it between the check and the statement.
const MADE_MEANWHILE = ['42P04', '23505']

/**
 * Creates the database of this URL when its server has none of that name, in UTF-8 and empty.
 * @returns whether it was made now
 * @throws Error when this is no such URL, and pg's error when the server is unreachable or rejects it
 */
export async function ensureDatabase(url: string): Promise<boolean> {
  const name = databaseName(url)
  if (await exists(url)) return false
  const server = new pg.Client({ connectionString: withDatabase(url, 'postgres'), connectionTimeoutMillis: 10_000 })
  await server.connect()
  try {
    await server.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'`)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && MADE_MEANWHILE.includes(error.code ?? '')) return false
    throw error
  } finally {
    await server.end()
  }
}

async function exists(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === DATABASE_DOES_NOT_EXIST) return false
    throw error
  } finally {
    await client.end()
  }
}
