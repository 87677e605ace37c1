import { setTimeout as wait } from 'node:timers/promises'

const TRIES = 100
const AGAIN_MS = 200

/** Tries until it is done: what was killed is always about to come back. @throws the last failure */
export async function insist<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (tries === TRIES) throw error
      await wait(AGAIN_MS)
    }
  }
}
