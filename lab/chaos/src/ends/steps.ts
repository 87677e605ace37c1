/** An awaited step: a statement of the database, or a call of the payment provider. */
export interface Step {
  /** What it is, such as `insert into refunds`, `COMMIT` or `cardPayments.createRefund`. */
  name: string
  /** Which of those of this name it is in its operation, from 1. */
  turn: number
}

/** When an operation ends: before a step is sent, or once it is done and nobody has heard of it. */
export type Side = 'before' | 'after'

const TABLE = /"?(?:public"?\.)?"?([a-z_]+)"?/.source
const WRITING = new RegExp(`(?<!\\b(?:for|key)\\s+)\\b(insert into|update|delete from)\\s+${TABLE}`, 'i')
const READING = new RegExp(`\\bfrom\\s+${TABLE}`, 'i')

/** @returns a statement's name, by what it does to which table first */
export function nameOfStatement(sql: string): string {
  const writing = WRITING.exec(sql)
  if (writing) return `${writing[1]} ${writing[2]}`.toLowerCase()
  if (!/^\s*(select|with)\b/i.test(sql)) return sql.trim().split(/\s+/)[0]?.toUpperCase() ?? ''
  const locks = /\bfor (no key update|update|share|key share)\b/i.test(sql) ? 'lock' : 'select'
  if (/pg_(try_)?advisory/.test(sql)) return 'lock advisory'
  return `${locks} ${READING.exec(sql)?.[1] ?? 'nothing'}`
}

/** Whether nothing outside changes by it: an end at it is one between its neighbours. */
export function isReading({ name }: Step): boolean {
  return /^(select|BEGIN|SET)\b/.test(name) || /\.(retrieve|list|read)[A-Z]/.test(name)
}

export const keyOf = ({ name, turn }: Step): string => (turn === 1 ? name : `${name} (${turn})`)
