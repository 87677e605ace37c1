import pg from 'pg'

/** A connection on which no statement has a name: what one transaction prepared is not there for the next. */
export class UnnamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const { query } = this
    Object.assign(this, {
      query: (statement: unknown, ...rest: unknown[]) => Reflect.apply(query, this, [unnamed(statement), ...rest]),
    })
  }
}

/** The same statement without its name, if it has one. */
export function unnamed(statement: unknown): unknown {
  if (statement === null || typeof statement !== 'object') return statement
  // What submits itself, such as a cursor, is no description of a statement.
  return 'name' in statement && !('submit' in statement) ? { ...statement, name: undefined } : statement
}
