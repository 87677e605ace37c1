// Lists of values of every length make a statement each; a connection should not remember them all.
const REMEMBERED = 500

/**
 * Names the statements of one pool, so that PostgreSQL prepares each once a connection instead of at every call.
 * Statements beyond the first 500 different ones stay unnamed.
 * @param prefix what no other names in the pool begin with
 */
export function statementNames(prefix: string): (sql: string) => string {
  const names = new Map<string, string>()
  return sql => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= REMEMBERED) return ''
    const name = `${prefix}_${names.size}`
    names.set(sql, name)
    return name
  }
}
