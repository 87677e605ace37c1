import pg from 'pg'
import { MARKET_DATABASE_URL } from './env.ts'

/** Runs one statement on the market's database, for what takes days. */
export async function inDatabase<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: MARKET_DATABASE_URL })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
