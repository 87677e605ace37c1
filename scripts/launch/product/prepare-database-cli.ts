import { migrate } from '@second-ring/database/migrate'
import pg from 'pg'
import { explainDatabaseError } from './database-failure.ts'
import { type DemoPlaces, lacksDemoMarket } from './demo-places.ts'

// Brings the database up to date, and makes the demo market when it lacks and DEMO names its places (JSON). Writes what
// it did as one line of JSON. The market's parts are loaded only when they are needed: they are heavy.
const { DATABASE_URL = '', DATABASE_DIRECT_URL, DATABASE_RUNTIME_ROLE, DEMO } = process.env
// Migrations need a session of their own, which a pooler has not.
const url = DATABASE_DIRECT_URL || DATABASE_URL

async function isEmpty(): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('SELECT FROM categories LIMIT 1')).rowCount === 0
  } finally {
    await client.end()
  }
}

try {
  const { migrations } = await migrate(url, undefined, { runtimeRole: DATABASE_RUNTIME_ROLE || undefined })
  let isSeeded = false
  if (DEMO) {
    const places: DemoPlaces = JSON.parse(DEMO)
    isSeeded = lacksDemoMarket(places, await isEmpty())
    if (isSeeded) await (await import('./demo-market.ts')).makeDemoMarket(url, places)
  }
  process.stdout.write(`${JSON.stringify({ migrations: migrations.length, isSeeded })}\n`)
} catch (error) {
  const known = error instanceof Error ? explainDatabaseError(error, url) : undefined
  process.stderr.write(`${known ?? (error instanceof Error ? error.message : error)}\n`)
  process.exitCode = 1
}
