import type { Database, Transaction } from '@second-ring/database'
import { untilWaiting } from './until-waiting.ts'

const TIMEOUT_MS = 20_000

/** Does `hold` in a transaction, which commits once all that `acts` begin wait for its locks. @returns how each act ended */
export async function whileHeld<Result>(
  database: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  acts: (() => Promise<Result>)[],
): Promise<PromiseSettledResult<Result>[]> {
  const { ending } = await database.$transaction(
    async tx => {
      await hold(tx)
      const ending = Promise.allSettled(acts.map(act => act()))
      await untilWaiting(database, acts.length)
      // In an object, so that the commit does not wait for it.
      return { ending }
    },
    { timeout: TIMEOUT_MS },
  )
  return ending
}
