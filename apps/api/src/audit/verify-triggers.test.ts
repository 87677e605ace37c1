import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { verifyAudit } from './verify-audit.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

const faults = async () =>
  (await verifyAudit(market.database, { keys: market.platform.audit.keys, shipped: [] })).faults

/** What the owner of the database may do. */
async function asOwner(...statements: string[]): Promise<void> {
  for (const sql of statements) await market.database.$executeRawUnsafe(sql)
}

const NAMES = [
  ['audit_entries_queue', 'audit_entries', 'queue_audit_entry'],
  ['audit_entries_append_only', 'audit_entries', 'refuse_audit_change'],
  ['audit_links_append_only', 'audit_links', 'refuse_link_change'],
  ['audit_heads_append_only', 'audit_heads', 'refuse_head_change'],
] as const

describe('the check of the audit’s triggers', () => {
  it('finds nothing in a database as its migrations left it', async () => {
    expect(await faults()).toEqual([])
  })

  it.each(NAMES)('shows that %s is off, fires for replicas alone, or stands on another table', async (name, table) => {
    const off = [expect.stringContaining(`The trigger ${name} is off`)]
    await asOwner(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
    expect(await faults()).toEqual(off)
    await asOwner(`ALTER TABLE ${table} ENABLE REPLICA TRIGGER ${name}`)
    expect(await faults()).toEqual(off)
    await asOwner(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`)
    expect(await faults()).toEqual([])
    await asOwner(
      `DROP TRIGGER ${name} ON ${table}`,
      `CREATE TRIGGER ${name} BEFORE DELETE ON fee_rules FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
    )
    expect(await faults()).toEqual(off)
  })

  it.each(NAMES)('shows that %s was replaced by one that does nothing', async (name, table, fn) => {
    const other = [expect.stringContaining(`The trigger ${name} is another one`)]
    await asOwner(
      `CREATE OR REPLACE FUNCTION ${fn}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END; $$`,
    )
    expect(await faults()).toEqual(other)
    await asOwner(
      `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END; $$`,
      `CREATE OR REPLACE TRIGGER ${name} AFTER INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION nothing()`,
    )
    expect(await faults()).toEqual(other)
  })

  it('shows a trigger that fires under a condition alone', async () => {
    await asOwner(
      `CREATE OR REPLACE TRIGGER audit_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_heads
       FOR EACH STATEMENT WHEN (false) EXECUTE FUNCTION refuse_head_change()`,
    )
    expect(await faults()).toEqual([expect.stringContaining('The trigger audit_heads_append_only is another one')])
  })

  it.each(['audit_entries', 'audit_links', 'audit_heads', 'audit_pending'])(
    'shows a trigger or a rule that was added to %s',
    async table => {
      await asOwner(
        `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END; $$`,
        `CREATE TRIGGER swallow BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION nothing()`,
      )
      expect(await faults()).toEqual([expect.stringContaining(`${table} has the trigger swallow`)])
      await asOwner(
        `DROP TRIGGER swallow ON ${table}`,
        `CREATE RULE swallow AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      )
      expect(await faults()).toEqual([expect.stringContaining(`${table} has the rule swallow`)])
    },
  )

  it('shows that triggers do not fire for a role or a whole database', async () => {
    const [{ name = '' } = {}] = await market.database.$queryRaw<{ name: string }[]>`SELECT current_database() AS name`
    await asOwner(`ALTER DATABASE "${name}" SET session_replication_role = replica`)
    expect(await faults()).toEqual([expect.stringContaining('session_replication_role')])
    await asOwner(`ALTER DATABASE "${name}" SET session_replication_role = origin`)
    expect(await faults()).toEqual([])
  })
})
