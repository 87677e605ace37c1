import type { Database } from '@second-ring/database'
import type { HeadPlace } from '#platform/audit-heads.ts'
import { shipHeads } from './ship-heads.ts'

/** As often as a head may be written. */
const ROUND_MS = 60_000

interface Shipping {
  places: readonly HeadPlace[]
  onError(error: unknown): void
  /** How long after one round the next one begins, in milliseconds; a minute by default. */
  roundMs?: number
}

/**
 * Brings the places of this process, at once and each minute, the heads that they lack: any process may have written them, also
 * while this one did not run.
 * @returns what ends it, once what is under way has arrived
 */
export function startShipping(
  database: Database,
  { places, onError, roundMs = ROUND_MS }: Shipping,
): { stop(): Promise<void> } {
  const own = places.filter(({ isShared }) => !isShared)
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const ship = async (): Promise<void> => {
    await shipHeads(database, own).catch(onError)
    if (!isStopped) timer = setTimeout(next, roundMs)
  }
  let round = ship()
  function next() {
    round = ship()
  }
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}
