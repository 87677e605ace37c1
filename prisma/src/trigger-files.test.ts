import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from './migration-files.ts'
import { REVISION_FILE, readTriggers, splitStatements, TRIGGERS_DIR } from './trigger-files.ts'

const LAST_WITH_TRIGGERS = '20261122062000_named_orders'
/** Sums what is there, and has the trigger from the same transaction on: an entry between the two would be in no sum. */
const WITH_ITS_TRIGGER = '20261212010000_seller_balances'

test('the revision is raised with every change of a trigger', async () => {
  const { revision, checksum } = await readTriggers()
  const path = join(TRIGGERS_DIR, REVISION_FILE)
  const isRaised = (await readFile(path, 'utf8')) === `${revision} ${checksum}\n`
  // What the file must say; `vitest run src/trigger-files.test.ts --update` writes it.
  await expect(`${isRaised ? revision : revision + 1} ${checksum}\n`).toMatchFileSnapshot(path)
})

test('each file begins with one to three lines about it, and can be applied again', async () => {
  const { files } = await readTriggers()
  expect(files.length).toBeGreaterThan(10)
  for (const { name, text } of files) {
    expect(text, name).toMatch(/^(-- .+\n){1,3}[A-Z]/)
    const starts = splitStatements({ name, text }).map(({ sql }) => sql.split('\n')[0])
    for (const [index, start] of starts.entries()) {
      const dropped = /^CREATE CONSTRAINT TRIGGER ("\w+")/.exec(start ?? '')?.[1]
      if (dropped) expect(starts[index - 1], name).toMatch(`DROP TRIGGER IF EXISTS ${dropped} ON `)
      else expect(start, name).toMatch(/^(CREATE OR REPLACE (FUNCTION|TRIGGER)|DROP TRIGGER IF EXISTS) "/)
    }
  }
})

test('migrations make no triggers any more: their place is prisma/triggers', async () => {
  const { migrationDirectories } = await readMigrations()
  const later = migrationDirectories.filter(({ path }) => path > LAST_WITH_TRIGGERS)
  expect(later.length).toBe(migrationDirectories.length - 19)
  for (const { path, migrationFile } of later) {
    const sql = migrationFile.content.tag === 'ok' ? migrationFile.content.value : ''
    if (path === WITH_ITS_TRIGGER) continue
    expect(sql.replaceAll(/--.*/g, ''), path).not.toMatch(/CREATE\s[\w\s]*TRIGGER\s|RETURNS\s+trigger\b/i)
  }
})

test('a script is split into statements, each with its line', () => {
  const script = `-- About; it.
CREATE FUNCTION "f;f"() AS $$ a; '
  b; $$;

-- Another's
SELECT 'it''s; -- this', 1 - 1, -- here;
  2; SELECT $1;
-- The end`
  expect(splitStatements({ name: 'a.sql', text: script })).toEqual([
    { sql: `CREATE FUNCTION "f;f"() AS $$ a; '\n  b; $$;`, line: 2 },
    { sql: `SELECT 'it''s; -- this', 1 - 1, -- here;\n  2;`, line: 6 },
    { sql: 'SELECT $1;', line: 7 },
  ])
  expect(splitStatements({ name: 'a.sql', text: '\n-- Nothing\n' })).toEqual([])
  expect(() => splitStatements({ name: 'a.sql', text: "SELECT 1;\n\nSELECT 'open;\n" })).toThrow('a.sql:3: ')
})
