import type { SqlQuery } from '@prisma/driver-adapter-utils'

// Lists of values of every length make a statement each; a connection should not remember them all.
const REMEMBERED = 500

/**
 * Names the statements of one pool, so that PostgreSQL prepares each once a connection instead of at every call.
 * Statements beyond the first 500 different ones stay unnamed.
 */
export function statementNames(): (query: SqlQuery) => string {
  const names = new Map<string, string>()
  return ({ sql }) => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= REMEMBERED) return ''
    const name = `second_ring_${names.size}`
    names.set(sql, name)
    return name
  }
}
