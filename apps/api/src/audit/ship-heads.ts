import type { Database } from '@second-ring/database'
import type { HeadPlace } from '#platform/audit-heads.ts'
import { readHeads } from './read-heads.ts'

const BATCH = 1000

/**
 * Brings each place the heads that it lacks; a new place begins with the newest head.
 * @throws what the places throw that cannot be reached, after the others were brought theirs
 */
export async function shipHeads(database: Database, places: readonly HeadPlace[]): Promise<void> {
  const done = await Promise.allSettled(places.map(place => inTurn(place, () => shipTo(database, place))))
  const errors = done.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, 'The audit’s heads reach no place')
}

/** What is under way to each place: the job and the process's own round bring nothing twice. */
const turns = new WeakMap<HeadPlace, Promise<void>>()

function inTurn(place: HeadPlace, ship: () => Promise<void>): Promise<void> {
  const shipping = (turns.get(place) ?? Promise.resolve()).catch(() => undefined).then(ship)
  turns.set(place, shipping)
  return shipping
}

async function shipTo(database: Database, place: HeadPlace): Promise<void> {
  const newest = await place.newest()
  if (newest === null) {
    await place.append(await readHeads(database, { newest: 1 }))
    return
  }
  let after = newest
  for (;;) {
    const heads = await readHeads(database, { after, limit: BATCH })
    if (heads.length > 0) await place.append(heads)
    if (heads.length < BATCH) return
    after = heads.at(-1)?.number ?? after
  }
}
