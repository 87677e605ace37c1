import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this product's triggers. */
export const TRIGGERS_DIR = fileURLToPath(new URL('../triggers', import.meta.url))

/** How messages and the database name this folder. */
export const TRIGGERS_LABEL = 'prisma/triggers'

/** Beside the triggers: their revision, and the checksum that they have at it. */
export const REVISION_FILE = 'revision'

export type TriggerFile = { name: string; text: string }

export type TriggerFiles = {
  /** Raised with every change, so that an older version of the product knows that it is older. */
  revision: number
  /** SHA-256 of all names and texts, in hex. */
  checksum: string
  files: TriggerFile[]
}

/**
 * The triggers of a folder (`*.sql`), in the order of their names.
 * @throws Error when the folder has no revision
 */
export async function readTriggers(dir = TRIGGERS_DIR): Promise<TriggerFiles> {
  const names = (await readdir(dir)).filter(name => name.endsWith('.sql')).sort()
  const files = await Promise.all(names.map(async name => ({ name, text: await readFile(join(dir, name), 'utf8') })))
  const revision = Number.parseInt(await readFile(join(dir, REVISION_FILE), 'utf8'), 10)
  if (!(revision > 0)) throw new Error(`${join(dir, REVISION_FILE)} does not begin with a number above 0`)
  return { revision, checksum: createHash('sha256').update(JSON.stringify(files)).digest('hex'), files }
}

// A statement ends with a semicolon outside comments, quotes and $$ bodies. E'', $tag$ and /* */ are not understood.
const STATEMENT = /(?:--.*|'[^']*'|"[^"]*"|\$\$[\s\S]*?\$\$|[^;'"$-]|-(?!-)|\$(?!\$))+;/y
const GAP = /(?:\s|--.*)*/y

/**
 * The statements of a script, each with the line on which it begins, from 1.
 * @throws SyntaxError naming the file and line of a statement that does not end
 */
export function splitStatements({ name, text }: TriggerFile): { sql: string; line: number }[] {
  const statements: { sql: string; line: number }[] = []
  let at = endOfMatch(GAP, text, 0)
  while (at < text.length) {
    const end = endOfMatch(STATEMENT, text, at)
    const line = lineAt(text, at)
    if (end === at) throw new SyntaxError(`${TRIGGERS_LABEL}/${name}:${line}: the statement does not end`)
    statements.push({ sql: text.slice(at, end), line })
    at = endOfMatch(GAP, text, end)
  }
  return statements
}

/** The line of a position in a text, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
