import type { FlagReason } from '@second-ring/contracts/listings/price-estimate'
import { type Database, query, run } from '@second-ring/database'
import { now } from '#platform/database-clock.ts'

/** Flags a listing for admins, or removes its flag when `found` is absent; a flag keeps the time at which it was first set. */
export async function setFlag(
  database: Database,
  { listingId, reason }: { listingId: string; reason: Exclude<FlagReason, 'price'> },
  found: { otherListingId: string | null } | undefined,
): Promise<void> {
  if (!found) {
    await database.listingFlag.deleteMany({ where: { listingId, reason } })
    return
  }
  const other = { other_listing_id: found.otherListingId }
  const insert = query.insertInto('listing_flags').values({ listing_id: listingId, reason, flagged_at: now, ...other })
  await run(
    database,
    insert.onConflict(conflict => conflict.columns(['listing_id', 'reason']).doUpdateSet(other)),
  )
}
