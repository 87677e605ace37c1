import type { Database, Transaction } from '@second-ring/database'
import { untilWaiting } from './until-waiting.ts'

const TIMEOUT_MS = 20_000

export interface Held<Result> {
  /** Does in a transaction what the acts wait for. */
  hold: (tx: Transaction) => Promise<unknown>
  acts: (() => Promise<Result>)[]
  /** What the transaction does once they wait; it would deadlock if they held what it asks for. */
  whenWaiting?: (tx: Transaction) => Promise<unknown>
}

/** Begins acts that wait for a transaction's locks, and commits it once all of them wait. @returns how each act ended */
export async function whileHeld<Result>(
  database: Database,
  { hold, acts, whenWaiting }: Held<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const { ending } = await database.$transaction(
    async tx => {
      await hold(tx)
      const ending = Promise.allSettled(acts.map(act => act()))
      await untilWaiting(database, acts.length)
      await whenWaiting?.(tx)
      // In an object, so that the commit does not wait for it.
      return { ending }
    },
    { timeout: TIMEOUT_MS },
  )
  return ending
}
