import type { Database } from '@second-ring/database'
import { triggerSources } from './trigger-sources.ts'

const TABLES = ['audit_entries', 'audit_links', 'audit_heads', 'audit_pending']
const REJECTS = 'BEFORE DELETE OR UPDATE OR TRUNCATE'

/** The triggers that keep the audit whole, as PostgreSQL writes them. */
const definitions: Record<keyof typeof triggerSources, string> = {
  audit_entries_queue:
    'CREATE TRIGGER audit_entries_queue AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION queue_audit_entry()',
  audit_entries_append_only: `CREATE TRIGGER audit_entries_append_only ${REJECTS} ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  audit_links_append_only: `CREATE TRIGGER audit_links_append_only ${REJECTS} ON audit_links FOR EACH STATEMENT EXECUTE FUNCTION refuse_link_change()`,
  audit_heads_append_only: `CREATE TRIGGER audit_heads_append_only ${REJECTS} ON audit_heads FOR EACH STATEMENT EXECUTE FUNCTION refuse_head_change()`,
}
const names = Object.keys(definitions) as (keyof typeof triggerSources)[]

/**
 * Says which triggers of the audit are off now, are others than this version's, or were added, a sentence each. Who owns the
 * tables can do so and undo it: it is found while it is so.
 */
export async function verifyTriggers(database: Database): Promise<string[]> {
  const triggers = await readTriggers(database)
  const added = triggers.filter(({ name }) => !names.some(own => own === name))
  const rules = await database.$queryRaw<{ table: string; name: string }[]>`
    SELECT relname::text AS "table", rulename::text AS name FROM pg_rewrite
    JOIN pg_class c ON c.oid = ev_class WHERE ev_class = ANY(${TABLES}::regclass[])`
  return [
    ...names.flatMap(name => {
      const trigger = triggers.find(each => each.name === name && each.isOn)
      if (!trigger) return [`The trigger ${name} is off or gone: what happens meanwhile may leave no entry.`]
      const isOurs = trigger.definition === definitions[name] && trigger.source === triggerSources[name]
      return isOurs ? [] : [`The trigger ${name} is another one than this version’s: it may do nothing.`]
    }),
    ...added.map(({ table, name }) => `The table ${table} has the trigger ${name}, which is none of this version’s.`),
    ...rules.map(({ table, name }) => `The table ${table} has the rule ${name}, which is none of this version’s.`),
    ...(await replicaRoles(database)),
  ]
}

interface Trigger {
  table: string
  name: string
  definition: string
  source: string
  isOn: boolean
}

/** Of one that is on, `tgenabled` is O, or A when it fires on replicas too. */
function readTriggers(database: Database): Promise<Trigger[]> {
  return database.$queryRaw<Trigger[]>`
    SELECT relname::text AS "table", tgname::text AS name, pg_get_triggerdef(t.oid, true) AS definition, prosrc AS source,
      tgenabled IN ('O', 'A') AS "isOn"
    FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid JOIN pg_proc p ON p.oid = tgfoid
    WHERE tgrelid = ANY(${TABLES}::regclass[]) AND NOT tgisinternal`
}

/** Where sessions begin in the role of a replica, no trigger fires. */
async function replicaRoles(database: Database): Promise<string[]> {
  const [found] = await database.$queryRaw<{ isSet: boolean }[]>`
    SELECT current_setting('session_replication_role') <> 'origin' OR EXISTS (
      SELECT FROM pg_db_role_setting, unnest(setconfig) setting
      WHERE setting LIKE 'session_replication_role=%' AND setting <> 'session_replication_role=origin'
    ) AS "isSet"`
  return found?.isSet
    ? ['session_replication_role is set for a role, a database or the server: triggers do not fire there.']
    : []
}
