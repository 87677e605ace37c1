import type pg from 'pg'
import { overrideMethods } from './override-methods.ts'

/** Called as each statement begins, in the caller's asynchronous context; the function that it returns is called at its end. */
export type StatementObserver = (sql: string) => (error?: unknown) => void

/** Returns the pool with an observer of its statements, those in transactions included. */
export function observeStatements(pool: pg.Pool, observe: StatementObserver): pg.Pool {
  const query = observed(pool, observe)
  // A call with a callback is the pool's own, below its `query`, which is observed already.
  const connect = async () => observedClient(await pool.connect(), observe)
  return overrideMethods(pool, { query, connect })
}

function observedClient(client: pg.PoolClient, observe: StatementObserver): pg.PoolClient {
  return overrideMethods(client, { query: observed(client, observe) })
}

function observed(target: pg.Pool | pg.PoolClient, observe: StatementObserver) {
  return (...args: unknown[]): unknown => {
    const end = observe(textOf(args[0]))
    const result: unknown = Reflect.apply(target.query, target, args)
    if (result instanceof Promise) result.then(() => end(), end)
    return result
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return statement && typeof statement === 'object' && 'text' in statement ? String(statement.text) : ''
}
