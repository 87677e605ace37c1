import { setTimeout as wait } from 'node:timers/promises'
import type { LiveStatus } from '@second-ring/contracts/live/events'
import { type Database, type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'

const COALESCE_MS = 100

/** Returns the ids of the listings that have changed, and forgets them. */
type TakeChanged = () => readonly string[]

interface Batch {
  requests: TakeChanged[]
  result: Promise<Map<TakeChanged, LiveStatus[]>>
}

const batches = new WeakMap<Database, Batch>()

const findStatuses = prepare((parameter: Parameters<{ ids: string[] }>) =>
  query
    .selectFrom('listings')
    .where('id', '=', sql<string>`any(${parameter('ids')}::uuid[])`)
    .select(['id', 'state', 'resale_price_cents as resalePriceCents']),
)

/**
 * Reads the live status of the listings that `takeChanged` returns some 100 ms later. One statement serves all streams of
 * the process, so a booking that a thousand screens show costs one read.
 * @returns the statuses of the known listings
 */
export async function readLiveStatuses({ database }: Platform, takeChanged: TakeChanged): Promise<LiveStatus[]> {
  const batch = batches.get(database) ?? startBatch(database)
  batch.requests.push(takeChanged)
  return (await batch.result).get(takeChanged) ?? []
}

function startBatch(database: Database): Batch {
  const requests: TakeChanged[] = []
  const batch = { requests, result: readLater(database, requests) }
  batches.set(database, batch)
  return batch
}

async function readLater(database: Database, requests: readonly TakeChanged[]) {
  await wait(COALESCE_MS)
  // Later requests may be about changes that this statement does not see.
  batches.delete(database)
  const changes = requests.map(takeChanged => ({ takeChanged, ids: takeChanged() }))
  const ids = [...new Set(changes.flatMap(change => change.ids))]
  const statuses = new Map((await findStatuses(database, { ids })).map(row => [row.id, row]))
  return new Map(changes.map(change => [change.takeChanged, change.ids.flatMap(id => statuses.get(id) ?? [])]))
}
