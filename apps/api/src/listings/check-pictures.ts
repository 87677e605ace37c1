import type { FlagReason } from '@second-ring/contracts/listings/price-estimate'
import { type Parameters, prepare, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

const reason: FlagReason = 'copied-picture'

/** Since when a seller of a listing `l` has a picture: since they uploaded it, or else since they posted. */
const hasSince = (listing: string) =>
  sql<Date>`coalesce((SELECT min(u.created_at) FROM uploads u
    WHERE u.reference = picture.reference AND (u.user_id = ${sql.ref(`${listing}.seller_id`)} OR u.user_id IS NULL)),
    ${sql.ref(`${listing}.posted_at`)})`

const findOriginal = prepare((parameter: Parameters<{ listingId: string }>) =>
  query
    .selectFrom('listings as l')
    .innerJoinLateral(sql<{ reference: string }>`unnest(l.images)`.as<'picture'>(sql`picture(reference)`), join =>
      join.onTrue(),
    )
    .innerJoin('listings as other', join => join.on(sql<boolean>`other.images @> ARRAY[picture.reference]`))
    .where('l.id', '=', parameter('listingId'))
    .where('l.state', 'in', ['AVAILABLE', 'RESERVED'])
    .where('other.state', 'in', ['AVAILABLE', 'RESERVED'])
    .whereRef('other.seller_id', '<>', 'l.seller_id')
    .where(sql<boolean>`(${hasSince('other')}, other.posted_at) < (${hasSince('l')}, l.posted_at)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_flags as f')
            .whereRef('f.listing_id', '=', 'other.id')
            .whereRef('f.other_listing_id', '=', 'l.id')
            .select('f.reason'),
        ),
      ),
    )
    .orderBy('other.posted_at')
    .orderBy('other.id')
    .select('other.id')
    .limit(1),
)

/**
 * Flags a listing for admins that has a picture of another seller's listing, while both are for sale or booked, and removes
 * the flag otherwise. The same file is the same picture. Whoever had it first is not flagged.
 */
export async function checkPictures(
  { database }: Pick<Platform, 'database'>,
  { listingId }: { listingId: string },
): Promise<void> {
  const [original] = await findOriginal(database, { listingId })
  if (!original) {
    await database.listingFlag.deleteMany({ where: { listingId, reason } })
    return
  }
  const flag = { listing_id: listingId, reason, other_listing_id: original.id, flagged_at: now }
  const insert = query.insertInto('listing_flags').values(flag)
  await run(
    database,
    insert.onConflict(conflict =>
      conflict.columns(['listing_id', 'reason']).doUpdateSet({ other_listing_id: original.id }),
    ),
  )
}
