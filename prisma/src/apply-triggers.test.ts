import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { applyTriggers } from './apply-triggers.ts'
import { ensureDatabase } from './ensure-database.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS_DIR } from './migration-files.ts'
import { connected, databaseUrl } from './testing/database.ts'
import { migrationsBefore } from './testing/migrations-before.ts'
import { REVISION_FILE, readTriggers, type TriggerFiles } from './trigger-files.ts'

const FIRST_WITH_FILES = '20261123000000_mark_triggers'

/** A folder of triggers with these texts, by name. */
async function folderOf(texts: Record<string, string>, revision = 1): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-triggers-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, REVISION_FILE), `${revision}\n`)
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text)
  return folder
}

const triggersOf = async (texts: Record<string, string>, revision = 1): Promise<TriggerFiles> =>
  readTriggers(await folderOf(texts, revision))

/** A trigger that adds a letter to what is written. */
const adding = (letter: string) => `-- Adds ${letter}.
CREATE OR REPLACE FUNCTION "add_${letter}"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."text" := NEW."text" || '${letter}';
    RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER "words_${letter}" BEFORE INSERT ON "words"
    FOR EACH ROW EXECUTE FUNCTION "add_${letter}"();
`

/** A database with a table of words, and a connection to it. */
async function words(): Promise<{ url: string; client: pg.Client }> {
  const url = databaseUrl()
  await ensureDatabase(url)
  const client = await connected(url)
  await client.query('CREATE TABLE "words" ("text" text)')
  return { url, client }
}

async function written(client: pg.Client): Promise<string> {
  return (await client.query(`INSERT INTO words VALUES ('-') RETURNING "text"`)).rows[0]?.text
}

/** All triggers and functions, as PostgreSQL writes them, with their comments. */
async function definitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`
    SELECT pg_get_functiondef(oid) AS text, obj_description(oid, 'pg_proc') AS comment FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text, obj_description(oid, 'pg_trigger') FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY 1`)
  return rows.map(({ text, comment }) => `${text} ${comment}`)
}

/** Where PostgreSQL stores them: another value once they were written again. */
async function versions(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query(`SELECT xmin::text FROM pg_trigger UNION ALL
    SELECT xmin::text FROM pg_proc UNION ALL SELECT xmin::text FROM pg_description`)
  return rows
}

test('a new database and one of before there were files end with the same triggers', async () => {
  const [fresh, old] = [databaseUrl(), databaseUrl()]
  await migrate(fresh)
  await migrate(old, { migrations: await migrationsBefore(FIRST_WITH_FILES) })
  expect(await migrate(old)).toMatchObject({ triggers: 'applied' })
  const ofFresh = await definitions(await connected(fresh))
  expect(ofFresh.filter(text => text.includes('prisma/triggers revision')).length).toBeGreaterThan(40)
  expect(await definitions(await connected(old))).toEqual(ofFresh)
})

test('what the migrations made goes with its file', async () => {
  const url = databaseUrl()
  const triggers = await folderOf({})
  await migrate(url, { migrations: MIGRATIONS_DIR, triggers })
  const client = await connected(url)
  const left = (await definitions(client)).map(text => /(?:FUNCTION|TRIGGER) (?:public\.)?(\w+)/.exec(text)?.[1])
  expect(left).toEqual([
    'picture_look_parts',
    'search_model_lock',
    'search_model_words',
    'search_query',
    'search_text',
    'search_vector',
  ])
})

test('are applied once; what changed is applied, and nothing is done when nothing changed', async () => {
  const { client } = await words()
  const first = await triggersOf({ 'a.sql': adding('a'), 'b.sql': adding('b') })
  expect(await applyTriggers(client, first)).toBe('applied')
  expect(await written(client)).toBe('-ab')
  const before = await versions(client)
  expect(await applyTriggers(client, first)).toBe('unchanged')
  expect(await versions(client)).toEqual(before)
  const changed = adding('b').replace("|| 'b'", "|| 'B'")
  expect(await applyTriggers(client, await triggersOf({ 'a.sql': adding('a'), 'b.sql': changed }))).toBe('applied')
  expect(await written(client)).toBe('-aB')
})

test('what no file makes any more is dropped, and nothing that files did not make', async () => {
  const { client } = await words()
  await client.query(adding('z'))
  await applyTriggers(client, await triggersOf({ 'a.sql': adding('a'), 'b.sql': adding('b') }))
  expect(await written(client)).toBe('-abz')
  expect(await applyTriggers(client, await triggersOf({ 'a.sql': adding('a') }))).toBe('applied')
  expect(await written(client)).toBe('-az')
  expect((await definitions(client)).join()).not.toContain('add_b')
  // A function with other parameters takes the place of the first.
  const helped = (parameters: string) => `CREATE OR REPLACE FUNCTION help(${parameters}) RETURNS int RETURN 1;`
  await applyTriggers(client, await triggersOf({ 'a.sql': helped('n int') }))
  await applyTriggers(client, await triggersOf({ 'a.sql': helped('n text') }))
  expect((await definitions(client)).filter(text => text.includes('help')).length).toBe(1)
})

test('a constraint trigger may be applied again', async () => {
  const { client } = await words()
  const last = (text: string) => `${adding('a')}DROP TRIGGER IF EXISTS "words_last" ON "words";
    CREATE CONSTRAINT TRIGGER "words_last" AFTER INSERT ON "words" DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW ${text} EXECUTE FUNCTION "add_a"();`
  for (const text of ['', 'WHEN (true)']) {
    const triggers = await triggersOf({ 'a.sql': last(text) })
    expect(await applyTriggers(client, triggers)).toBe('applied')
    expect(await applyTriggers(client, triggers)).toBe('unchanged')
  }
  expect((await definitions(client)).filter(text => text.includes('words_last')).length).toBe(1)
})

test('a trigger that is gone, as after a migration that had to drop it, is made again', async () => {
  const { client } = await words()
  const triggers = await triggersOf({ 'a.sql': adding('a') })
  await applyTriggers(client, triggers)
  await client.query('DROP TRIGGER words_a ON words')
  expect(await applyTriggers(client, triggers)).toBe('applied')
  expect(await written(client)).toBe('-a')
})

test.for([
  ['of its syntax', 'CREATE TABLE x (id int,\n  oops oops oops);', 'prisma/triggers/b.sql:12: syntax error'],
  [
    'in a body',
    'CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$\nBEGIN\n  RETURN 1 +;\nEND;\n$$;',
    'prisma/triggers/b.sql:13: ',
  ],
  [
    'of what is not there',
    '\n-- Nowhere.\nCREATE TRIGGER t AFTER INSERT ON "nowhere"\n  EXECUTE FUNCTION add_a();',
    'prisma/triggers/b.sql:13: ',
  ],
  ['of a statement without end', 'CREATE TABLE x (id int)', 'prisma/triggers/b.sql:11: the statement does not end'],
])('an error %s names the file and line, and leaves all as it was', async ([, sql, message]) => {
  const { client } = await words()
  await applyTriggers(client, await triggersOf({ 'c.sql': adding('c') }))
  const before = await definitions(client)
  const bad = `${adding('b').trimEnd()}\n${sql}`
  await expect(applyTriggers(client, await triggersOf({ 'a.sql': adding('a'), 'b.sql': bad }))).rejects.toThrow(message)
  expect(await definitions(client)).toEqual(before)
  expect(await written(client)).toBe('-c')
})

test('does not drop a function on which something else hangs', async () => {
  const { client } = await words()
  await applyTriggers(client, await triggersOf({ 'a.sql': adding('a') }))
  await client.query('CREATE TRIGGER by_hand BEFORE UPDATE ON words FOR EACH ROW EXECUTE FUNCTION add_a()')
  await expect(applyTriggers(client, await triggersOf({}))).rejects.toThrow('other objects depend on it')
  expect(await written(client)).toBe('-a')
})

test('an older version leaves what a newer one applied; a newer one may put an older text back', async () => {
  const url = databaseUrl()
  const older = await migrationsBefore(FIRST_WITH_FILES)
  const table = { migrations: MIGRATIONS_DIR }
  const [one, two] = [
    'CREATE OR REPLACE FUNCTION f() RETURNS int RETURN 1;',
    'CREATE OR REPLACE FUNCTION f() RETURNS int RETURN 2;',
  ]
  const answer = async () => (await (await connected(url)).query('SELECT f()')).rows[0]?.f
  const at = async (sql: string, revision: number) => ({
    ...table,
    triggers: await folderOf({ 'f.sql': sql }, revision),
  })
  await migrate(url, await at(one, 9))
  expect(await migrate(url, await at(two, 10))).toEqual({ migrations: [], triggers: 'applied' })
  expect(await migrate(url, await at(one, 9))).toEqual({ migrations: [], triggers: 'newer' })
  expect(await migrate(url, { migrations: older })).toEqual({ migrations: [], triggers: 'unchanged' })
  expect(await answer()).toBe(2)
  expect(await migrate(url, await at(one, 11))).toEqual({ migrations: [], triggers: 'applied' })
  expect(await answer()).toBe(1)
})

test('waits for those who use the tables, in short turns, and gives up in the end', async () => {
  const { url, client } = await words()
  const other = await connected(url)
  await other.query('BEGIN; INSERT INTO words VALUES (1)')
  const triggers = await triggersOf({ 'a.sql': adding('a') })
  await expect(applyTriggers(client, triggers, { attempts: 2 })).rejects.toMatchObject({ code: '55P03' })
  const applied = applyTriggers(client, triggers)
  const waiting = "SELECT count(*)::int FROM pg_locks WHERE relation = 'words'::regclass AND NOT granted"
  while ((await other.query(waiting)).rows[0]?.count === 0);
  await other.query('COMMIT')
  expect(await applied).toBe('applied')
  expect(await written(client)).toBe('-a')
})
