import { setTimeout as wait } from 'node:timers/promises'
import { anyAct, post } from './acts.ts'
import type { Crowd } from './crowd.ts'

const AT_ONCE = 6
const PAUSE_MS = 100
const FOR_SALE = 10

/** Lets the crowd act, several at once, until it is told to stop. */
export function startLoad(crowd: Crowd): { stop(): Promise<void> } {
  let isStopping = false
  const act = async () => {
    while (!isStopping) {
      const before = unanswered(crowd)
      await anyAct(crowd)
      // Nobody hammers on a door that is closed.
      if (unanswered(crowd) > before) await wait(PAUSE_MS)
    }
  }
  const acting = Promise.all(Array.from({ length: AT_ONCE }, act))
  return {
    async stop() {
      isStopping = true
      await acting
    },
  }
}

function unanswered({ tally }: Crowd): number {
  const { away, unanswered } = tally.counts()
  return away + unanswered
}

/** Sees that there are phones to book. */
export async function stockUp(crowd: Crowd): Promise<void> {
  const free = await crowd.database.listing.findMany({ where: { state: 'AVAILABLE' }, select: { id: true } })
  const known = new Set(crowd.phones.map(({ id }) => id))
  const missing = FOR_SALE - free.filter(({ id }) => known.has(id)).length
  for (let count = 0; count < missing; count += 1) await post(crowd)
}
