import pg from 'pg'

// Lists of values of every length make a statement each; a connection should not remember them all.
const NAMED_MAX = 500

/**
 * A connection that names its statements, so that PostgreSQL prepares each once: beyond the first 500 different ones they
 * stay unnamed. A COMMIT that the server answers with a rollback, because a statement had failed, is an error.
 */
export class StatementClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const names = new Map<string, string>()
    const nameOf = (text: string) => {
      if (!names.has(text) && names.size < NAMED_MAX) names.set(text, `second_ring_${names.size}`)
      return names.get(text)
    }
    // What has no values may hold several statements.
    intercept(this, statement => (statement.values ? { ...statement, name: nameOf(statement.text) } : statement))
  }
}

/** The same without names: through PgBouncer, what one transaction prepared is not there for the next. */
export class UnnamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    intercept(this, statement => ({ ...statement, name: undefined }))
  }
}

function intercept(client: pg.Client, change: (statement: pg.QueryConfig) => pg.QueryConfig): void {
  const { query } = client
  const send = (statement: unknown, ...rest: unknown[]): unknown => {
    if (isCommit(statement)) return committed(Reflect.apply(query, client, [statement, ...rest]))
    if (typeof statement === 'string' && Array.isArray(rest[0])) {
      const [values, ...others] = rest
      return Reflect.apply(query, client, [change({ text: statement, values }), ...others])
    }
    return Reflect.apply(query, client, [isDescription(statement) ? change(statement) : statement, ...rest])
  }
  Object.assign(client, { query: send })
}

// What submits itself, such as a cursor, is no description of a statement.
function isDescription(statement: unknown): statement is pg.QueryConfig {
  return typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement)
}

function isCommit(statement: unknown): boolean {
  const text = typeof statement === 'object' && statement && 'text' in statement ? statement.text : statement
  return text === 'COMMIT'
}

async function committed(result: unknown): Promise<unknown> {
  const answer = await result
  if (typeof answer === 'object' && answer && 'command' in answer && answer.command !== 'COMMIT')
    throw new Error('A statement had failed, so the transaction was rolled back')
  return answer
}
