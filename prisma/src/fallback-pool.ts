import type pg from 'pg'
import { overrideMethods } from './override-methods.ts'

interface Elsewhere {
  pool: pg.Pool
  /** Told of an error that the other pool did not have with the same statement. */
  onFailure: (error: unknown) => void
}

/** The same pool, whose statements are asked of another one when they fail; transactions are the other's alone. */
export function withFallbackPool(pool: pg.Pool, { pool: other, onFailure }: Elsewhere): pg.Pool {
  const query = async (statement: unknown, ...rest: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.apply(pool.query, pool, [statement, ...rest])
    } catch (error) {
      const answer: unknown = await Reflect.apply(other.query, other, [statement, ...rest])
      onFailure(error)
      return answer
    }
  }
  return overrideMethods(pool, { query, connect: () => other.connect() })
}
