import type pg from 'pg'
import { overrideMethods } from './override-methods.ts'

interface Fallback {
  pool: pg.Pool
  /** Called with an error that the other pool did not have with the same statement. */
  onFailure: (error: unknown) => void
}

/** Returns the pool with a fallback: another pool repeats the statements that fail, and runs all transactions. */
export function withFallbackPool(pool: pg.Pool, { pool: other, onFailure }: Fallback): pg.Pool {
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
