import pg from 'pg'

/** The audit's and the ledger's tables that are written once. */
const APPEND_ONLY = ['audit_entries', 'audit_links', 'audit_heads', 'ledger_transactions', 'ledger_entries']

/**
 * Grants a role what the server needs, and nothing beyond: rows of all tables, but of the audit and the
 * ledger to read and to add alone, and of the sums of its accounts to read. It owns nothing, so it can neither change tables nor disable triggers. To be repeated after
 * each migration.
 * @param client a session of the tables' owner
 * @throws Error when there is no such role, or when it would have more rights than these by another way
 */
export async function grantRuntime(client: pg.ClientBase, role: string): Promise<void> {
  await refuseUnsafe(client, role)
  const to = pg.escapeIdentifier(role)
  const appendOnly = APPEND_ONLY.map(table => pg.escapeIdentifier(table)).join(', ')
  const grants = [
    'BEGIN',
    `REVOKE ALL ON ALL TABLES IN SCHEMA public, pgboss FROM ${to}`,
    'REVOKE CREATE ON SCHEMA public, pgboss FROM PUBLIC',
    `REVOKE ALL ON SCHEMA public, pgboss FROM ${to}`,
    `GRANT USAGE ON SCHEMA public, pgboss TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, pgboss TO ${to}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public, pgboss TO ${to}`,
    `REVOKE UPDATE, DELETE ON ${appendOnly} FROM ${to}`,
    `REVOKE UPDATE ON audit_pending FROM ${to}`,
    `REVOKE INSERT, UPDATE, DELETE ON _prisma_migrations, seller_balances FROM ${to}`,
    'COMMIT',
  ]
  try {
    for (const grant of grants) await client.query(grant)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** Rights that no REVOKE takes away. */
async function refuseUnsafe(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ isSuper: boolean; owns: boolean }>(
    `SELECT rolsuper AS "isSuper", pg_has_role(oid, (SELECT relowner FROM pg_class WHERE oid = 'audit_entries'::regclass),
       'MEMBER') AS owns
     FROM pg_roles WHERE rolname = $1`,
    [role],
  )
  const [found] = rows
  if (!found) throw new Error(`There is no role ${role}. Make it: CREATE ROLE ${role} LOGIN PASSWORD '…'`)
  if (found.isSuper) throw new Error(`The role ${role} is a superuser: the server needs one that is not`)
  if (found.owns)
    throw new Error(`The role ${role} owns the tables or may act as their owner: the server needs another`)
}
