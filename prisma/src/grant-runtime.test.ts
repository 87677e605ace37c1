import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrate } from './migrate.ts'
import { connected, databaseUrl } from './testing/database.ts'

let owner: pg.Client
let role: string
let url: string
beforeEach(async () => {
  url = databaseUrl()
  await migrate(url)
  owner = await connected(url)
  role = `server_${randomUUID().replaceAll('-', '')}`
})

/** Makes the role, and connects as it once it was granted what the server needs. */
async function asServer(): Promise<pg.Client> {
  await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`)
  onTestFinished(async () => {
    await owner.query(`DROP OWNED BY ${role}`)
    await owner.query(`DROP ROLE ${role}`)
  })
  await migrate(url, undefined, { runtimeRole: role })
  const own = new URL(url)
  own.username = role
  own.password = 'secret'
  return connected(own.href)
}

test('the server’s role adds to the audit, reads and writes all else, and owns nothing', async () => {
  const server = await asServer()
  await server.query(`INSERT INTO audit_entries (action, subject_type, subject_id) VALUES ('x', 'user', uuidv7())`)
  expect((await server.query('SELECT FROM audit_pending')).rowCount).toBe(1)
  await server.query('DELETE FROM audit_pending')
  await server.query(`INSERT INTO categories (name, slug, image) VALUES ('a', 'a', '/x')`)
  await server.query(`UPDATE categories SET name = 'b'`)
  await server.query('SELECT FROM pgboss.job')
  await server.query('SELECT FROM _prisma_migrations')
})

test.each([
  `UPDATE audit_entries SET reason = 'x'`,
  'DELETE FROM audit_entries',
  'TRUNCATE audit_entries CASCADE',
  'UPDATE ledger_entries SET amount_cents = 1',
  'UPDATE seller_balances SET balance_cents = 1',
  'DELETE FROM ledger_transactions',
  'TRUNCATE ledger_accounts CASCADE',
  `UPDATE audit_links SET hash = 'x'`,
  'DELETE FROM audit_links',
  'DELETE FROM audit_heads',
  'UPDATE audit_pending SET queued_at = now()',
  'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_entries_append_only ON audit_entries',
  'DROP TABLE audit_links',
  'SET session_replication_role = replica',
  'CREATE TABLE mine (x int)',
  'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  'CREATE OR REPLACE FUNCTION queue_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  'DELETE FROM _prisma_migrations',
])('the server’s role may not: %s', async statement => {
  const server = await asServer()
  await expect(server.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('a role that is missing, a superuser or the owner is refused', async () => {
  await expect(migrate(url, undefined, { runtimeRole: role })).rejects.toThrow(`CREATE ROLE ${role} LOGIN`)
  await expect(migrate(url, undefined, { runtimeRole: 'postgres' })).rejects.toThrow('is a superuser')
})

test('what a role was granted before is taken back', async () => {
  const server = await asServer()
  await owner.query(`GRANT ALL ON audit_entries, audit_links TO ${role}`)
  await owner.query(`GRANT CREATE ON SCHEMA public TO ${role}`)
  await migrate(url, undefined, { runtimeRole: role })
  await expect(server.query('DELETE FROM audit_links')).rejects.toThrow('permission denied')
  await expect(server.query('CREATE TABLE mine (x int)')).rejects.toThrow('permission denied')
})
