import type pg from 'pg'
import { overlaid } from './overlaid.ts'
import { unnamed } from './unnamed-client.ts'

interface Elsewhere {
  pool: pg.Pool
  /** Told of an error that the other pool did not have with the same statement. */
  onFailure: (error: unknown) => void
}

/** The same pool, whose statements are asked of another one when they fail; transactions are the other's alone. */
export function answeredElsewhere(pool: pg.Pool, { pool: other, onFailure }: Elsewhere): pg.Pool {
  const query = async (statement: unknown, ...rest: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(pool.query, pool, [statement, ...rest])
    } catch (error) {
      const answer = await withoutName(other)(statement, ...rest)
      onFailure(error)
      return answer
    }
  }
  const connect = async () => {
    const client = await other.connect()
    return overlaid(client, { query: withoutName(client) })
  }
  return overlaid(pool, { query, connect })
}

// Of the two pools each has names of its own for what it has prepared.
function withoutName(target: pg.Pool | pg.PoolClient) {
  return (statement: unknown, ...rest: unknown[]): unknown =>
    Reflect.apply(target.query, target, [unnamed(statement), ...rest])
}
