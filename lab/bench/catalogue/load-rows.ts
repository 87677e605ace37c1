import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { derivedTables, fillDerived } from './fill-derived.ts'
import { columns, generateRows } from './generate-rows.ts'

const LINES_A_FILE = 50_000

interface Loading {
  databaseUrl: string
  listings: number
  /** A folder that the database's server can read. */
  folder: string
  say: (text: string) => void
}

/** Fills an empty, migrated database with a market of so many listings by COPY, indexes and statistics included. */
export async function loadRows({ databaseUrl, listings, folder, say }: Loading): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("SET session_replication_role = 'replica'; SET maintenance_work_mem = '512MB'")
    const indexes = await takeIndexesAway(client)
    let lines: string[] = []
    let table: keyof typeof columns | null = null
    const file = join(folder, 'rows.tsv')
    const flush = async () => {
      if (table === null || lines.length === 0) return
      await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o644 })
      await client.query(`COPY ${table} (${columns[table]}) FROM ${pg.escapeLiteral(file)}`)
      lines = []
    }
    // Orders come mixed with their payments, which wait until the end.
    const payments: string[] = []
    for (const row of generateRows(listings)) {
      if (row.table === 'payments') {
        payments.push(row.values)
        continue
      }
      if (row.table !== table || lines.length >= LINES_A_FILE) await flush()
      table = row.table
      lines.push(row.values)
    }
    await flush()
    table = 'payments'
    lines = payments
    await flush()
    await rm(file, { force: true })
    say('  rows are in; indexes and statistics')
    await fillDerived(client)
    for (const index of indexes) await client.query(index)
    await client.query('VACUUM (ANALYZE)')
  } finally {
    await client.end()
  }
}

/** Drops the indexes that no constraint needs, since to build them once is quicker. @returns how to make them again */
async function takeIndexesAway(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `
    SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
    WHERE i.indrelid = ANY ($1::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [['listings', 'orders', 'payments', 'users', ...(await derivedTables(client))]],
  )
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`)
  return rows.map(({ definition }) => definition)
}
