import type pg from 'pg'
import { describeStatement } from './describe-statement.ts'
import type { Statement } from './find-statements.ts'

/** Statements that are put together as the program runs, by their file. */
export type Composed = Record<string, { texts: string[] } | { heldBy: string }>

const UNKNOWN = 'the database cannot prepare it (see scripts/test/raw-statements/composed.ts)'

/**
 * Holds what the database would answer against what each statement's row type declares.
 * @returns a line for each that lacks a column or that cannot be looked at
 */
export async function checkStatements(
  client: pg.Client,
  statements: Statement[],
  composed: Composed = {},
): Promise<string[]> {
  const complaints: string[] = []
  const used = new Set<string>()
  for (const { at, file, columns, texts } of statements) {
    const instead = composed[file]
    for (const complaint of await complaintsOf(client, { at, columns, texts })) {
      // Only what cannot be looked at by itself may be looked at otherwise.
      if (!instead || !complaint.startsWith(`${at}: ${UNKNOWN}`)) complaints.push(complaint)
      else {
        used.add(file)
        if ('texts' in instead) complaints.push(...(await complaintsOf(client, { at, columns, texts: instead.texts })))
      }
    }
  }
  const unused = Object.keys(composed).filter(file => !used.has(file))
  complaints.push(...unused.map(file => `raw-statements/composed.ts: ${file} has no such statement`))
  return [...new Set(complaints)]
}

async function complaintsOf(
  client: pg.Client,
  { at, columns, texts }: Pick<Statement, 'at' | 'columns' | 'texts'>,
): Promise<string[]> {
  if (texts.length === 0) return [`${at}: ${UNKNOWN}: no single place writes its SQL down`]
  const complaints: string[] = []
  for (const text of texts) {
    const answered = await describeStatement(client, text).catch((error: Error) => error.message)
    if (typeof answered === 'string') complaints.push(`${at}: ${UNKNOWN}: ${answered}`)
    else complaints.push(...compare(at, columns, answered))
  }
  return complaints
}

function compare(at: string, declared: string[], answered: string[]): string[] {
  const missing = declared.filter(column => !answered.includes(column))
  if (missing.length === 0) return []
  const others = answered.filter(column => !declared.includes(column))
  const instead = others.length > 0 ? ` (it answers ${others.join(', ')} besides)` : ''
  return [`${at}: the statement does not answer ${missing.join(', ')}${instead}`]
}
