import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { lineAt, splitStatements, TRIGGERS_LABEL, type TriggerFile, type TriggerFiles } from './trigger-files.ts'

/** `newer`: those of a newer version stand, and stay. */
export type TriggersOutcome = 'applied' | 'unchanged' | 'newer'

/** The comment of each trigger and function that files made: what has it is dropped when no file makes it any more. */
const STAMP = /^prisma\/triggers revision (\d+),/

// Far below PostgreSQL's deadlock_timeout (1 s): in a deadlock with a booking this transaction yields and retries.
const LOCK_TIMEOUT_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Applies all files in one transaction, when the database has others or lacks something of them, and drops what earlier
 * files made and these do not. Nothing else is dropped.
 * @param client a session that holds the lock of migrations
 * @param options.attempts how often to try while others use the tables; 100 by default, some 20 s
 * @throws Error naming the file and line when one fails, and pg's error when the tables stay in use; nothing stays then
 */
export async function applyTriggers(
  client: pg.ClientBase,
  triggers: TriggerFiles,
  { attempts = 100 }: { attempts?: number } = {},
): Promise<TriggersOutcome> {
  const comments = (await readObjects(client)).map(({ comment }) => comment).filter(isOurComment)
  if (comments.some(comment => Number(STAMP.exec(comment)?.[1] ?? 0) > triggers.revision)) return 'newer'
  if (comments.length > 0 && comments.every(comment => comment === stampOf(triggers, comments.length)))
    return 'unchanged'
  for (let attempt = 1; !(await applyUnlessLocked(client, triggers, attempt === attempts)); attempt += 1) {
    await pause(LOCK_TIMEOUT_MS)
  }
  return 'applied'
}

function stampOf({ revision, checksum }: TriggerFiles, count: number): string {
  return `${TRIGGERS_LABEL} revision ${revision}, ${count} objects, sha256 ${checksum}`
}

function isOurComment(comment: string | null): comment is string {
  return comment?.startsWith(TRIGGERS_LABEL) ?? false
}

async function applyUnlessLocked(client: pg.ClientBase, triggers: TriggerFiles, isLast: boolean): Promise<boolean> {
  try {
    await client.query('BEGIN')
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    for (const file of triggers.files) await run(client, file)
    await dropAndMark(client, triggers)
    await client.query('COMMIT')
    return true
  } catch (error) {
    await client.query('ROLLBACK')
    if (!isLast && error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

async function run(client: pg.ClientBase, file: TriggerFile): Promise<void> {
  for (const { sql, line } of splitStatements(file)) {
    await client.query(sql).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code === LOCK_NOT_AVAILABLE) throw error
      const at = line - 1 + lineAt(sql, Number(error.position ?? 1) - 1)
      throw new Error(`${TRIGGERS_LABEL}/${file.name}:${at}: ${error.message}`, { cause: error })
    })
  }
}

async function dropAndMark(client: pg.ClientBase, triggers: TriggerFiles): Promise<void> {
  const objects = await readObjects(client)
  const made = objects.filter(({ isMadeNow }) => isMadeNow)
  for (const { name, comment, isMadeNow } of objects)
    if (isOurComment(comment) && !isMadeNow) await client.query(`DROP ${name}`)
  const stamp = pg.escapeLiteral(stampOf(triggers, made.length))
  for (const { name } of made) await client.query(`COMMENT ON ${name} IS ${stamp}`)
}

type DatabaseObject = { name: string; comment: string | null; isMadeNow: boolean }

/** All triggers, then all functions: their names in SQL, their comments, and whether this transaction wrote them. */
async function readObjects(client: pg.ClientBase): Promise<DatabaseObject[]> {
  const { rows } = await client.query<DatabaseObject>(`
    SELECT format('TRIGGER %I ON %s', tgname, tgrelid::regclass) AS name, obj_description(oid, 'pg_trigger') AS comment,
      xmin = pg_current_xact_id()::xid AS "isMadeNow"
    FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL
    SELECT format('ROUTINE %s', oid::regprocedure), obj_description(oid, 'pg_proc'), xmin = pg_current_xact_id()::xid
    FROM pg_proc WHERE pronamespace <> 'pg_catalog'::regnamespace
    ORDER BY name DESC`)
  return rows
}
