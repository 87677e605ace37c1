import { setTimeout as wait } from 'node:timers/promises'
import type { Standing } from '@second-ring/contracts/live/events'
import type { Database } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'

const COALESCE_MS = 100

/** Gives the ids of what has changed so far, once. */
type Take = () => readonly string[]

interface Round {
  takes: Take[]
  read: Promise<Map<Take, Standing[]>>
}

const rounds = new WeakMap<Database, Round>()

/**
 * Where the listings stand that `take` gives a moment later; unknown ones are left out. It reads for all streams of the
 * process in one statement, so that a phone which a thousand screens show costs one read when it is booked.
 */
export async function readLiveStatuses({ database }: Platform, take: Take): Promise<Standing[]> {
  const round = rounds.get(database) ?? newRound(database)
  round.takes.push(take)
  return (await round.read).get(take) ?? []
}

function newRound(database: Database): Round {
  const takes: Take[] = []
  const round = { takes, read: readAfterwards(database, takes) }
  rounds.set(database, round)
  return round
}

async function readAfterwards(database: Database, takes: readonly Take[]) {
  await wait(COALESCE_MS)
  // Whoever asks from here on has heard of something that this statement may not see.
  rounds.delete(database)
  const wishes = takes.map(take => ({ take, ids: take() }))
  const ids = [...new Set(wishes.flatMap(wish => wish.ids))]
  const rows = await database.$queryRaw<Standing[]>`
    SELECT id, state::text AS state, resale_price_cents AS "resalePriceCents"
    FROM listings WHERE id = ANY(${ids}::uuid[])`
  const standings = new Map(rows.map(row => [row.id, row]))
  return new Map(wishes.map(wish => [wish.take, wish.ids.flatMap(id => standings.get(id) ?? [])]))
}
