import { anyAct } from './acts.ts'
import type { Crowd } from './crowd.ts'
import { post } from './posting.ts'

const AT_ONCE = 6
const FOR_SALE = 10

/** Lets the crowd act, several at once, until it learns to stop and has acted so often at least. */
export function startLoad(crowd: Crowd, least: number): { stop(): Promise<void> } {
  let isStopping = false
  let done = 0
  const act = async () => {
    for (; !isStopping || done < least; done += 1) await anyAct(crowd)
  }
  const acting = Promise.all(Array.from({ length: AT_ONCE }, act))
  return {
    async stop() {
      isStopping = true
      await acting
    },
  }
}

/** Sees that there are phones to book. */
export async function stockUp(crowd: Crowd): Promise<void> {
  const free = await crowd.database.listing.findMany({ where: { state: 'AVAILABLE' }, select: { id: true } })
  const known = new Set(crowd.phones.map(({ id }) => id))
  const missing = FOR_SALE - free.filter(({ id }) => known.has(id)).length
  for (let count = 0; count < missing; count += 1) await post(crowd)
}
