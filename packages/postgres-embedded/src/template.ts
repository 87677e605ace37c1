import pg from 'pg'
import type { PostgresServer } from './start-postgres.ts'

type Server = Pick<PostgresServer, 'url'>

const asAdmin = async (server: Server, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: server.url('postgres') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Copies a database, with its schema and rows, into a new one, and returns the new one's connection string.
 * Nobody may be connected to the template meanwhile. About 10 ms on a server that is not durable.
 */
export const cloneDatabase = async (server: Server, template: string, name: string): Promise<string> => {
  const [from, to] = [pg.escapeIdentifier(template), pg.escapeIdentifier(name)]
  await asAdmin(server, `create database ${to} template ${from} strategy file_copy`)
  return server.url(name)
}

/** Makes an empty database and returns its connection string. */
export const createDatabase = (server: Server, name: string): Promise<string> =>
  cloneDatabase(server, 'template0', name)

/** Drops a database if it is there, and whoever is connected to it. */
export const dropDatabase = (server: Server, name: string): Promise<void> =>
  asAdmin(server, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
