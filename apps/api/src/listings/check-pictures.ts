import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { setFlag } from './set-flag.ts'

/**
 * In how many of 256 bits two looks may differ and still be of one picture. Measured: a saved picture uploaded again
 * differs in 6 at most, a JPEG of quality 60 in 8, one of half its size in 7, one cut by 2 % in 14; two drawn phones in 16 at
 * least (`docs/decisions/051`).
 */
const ALIKE_MAX = 14
/** How many pictures that have a part of their look in common are compared, the oldest first. */
const COMPARED_MAX = 5000

const isAlike = (one: string, other: string) =>
  sql<boolean>`bit_count(${sql.ref(one)} # ${sql.ref(other)}) <= ${sql.lit(ALIKE_MAX)}`

/** The pictures of a listing `l`, and how they look. */
const picturesOfListing = sql<{ reference: string; look: string | null }>`(
  SELECT reference, (
    SELECT u.look FROM uploads u WHERE u.reference = picture.reference AND u.look IS NOT NULL LIMIT 1) AS look
  FROM unnest(l.images) AS picture(reference))`

/** The pictures that are, or look like, the picture `mine`. */
const alikePictures = sql<{ reference: string }>`(
  SELECT mine.reference
  UNION
  SELECT near.reference
  FROM (SELECT u.reference, u.look FROM uploads u
    WHERE u.look IS NOT NULL AND picture_look_parts(u.look) && picture_look_parts(mine.look)
    ORDER BY u.id LIMIT ${sql.lit(COMPARED_MAX)}) AS near
  WHERE ${isAlike('near.look', 'mine.look')})`

/** Since when the seller of a listing has a picture, or one that looks like `mine`: since they uploaded it, or else since they posted. */
const hasSince = (listing: string, reference: string) =>
  sql<Date>`coalesce((SELECT min(u.first_uploaded_at) FROM uploads u
    WHERE u.reference = ${sql.ref(reference)} AND (u.user_id = ${sql.ref(`${listing}.seller_id`)} OR u.user_id IS NULL)
      OR u.user_id = ${sql.ref(`${listing}.seller_id`)} AND ${isAlike('u.look', 'mine.look')}),
    ${sql.ref(`${listing}.posted_at`)})`

const findOriginal = prepare((parameter: Parameters<{ listingId: string }>) =>
  query
    .selectFrom('listings as l')
    .innerJoinLateral(picturesOfListing.as('mine'), join => join.onTrue())
    .innerJoinLateral(alikePictures.as('theirs'), join => join.onTrue())
    .innerJoin('listings as other', join => join.on(sql<boolean>`other.images @> ARRAY[theirs.reference]`))
    .where('l.id', '=', parameter('listingId'))
    .where('l.state', 'in', ['AVAILABLE', 'RESERVED'])
    .where('other.state', '<>', 'REMOVED')
    .whereRef('other.seller_id', '<>', 'l.seller_id')
    .where(
      sql<boolean>`(${hasSince('other', 'theirs.reference')}, other.posted_at) < (${hasSince('l', 'mine.reference')}, l.posted_at)`,
    )
    // One that is flagged as a copy of this seller's is no original, also when that post is gone and this is its successor.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_flags as f')
            .innerJoin('listings as copied', 'copied.id', 'f.other_listing_id')
            .whereRef('f.listing_id', '=', 'other.id')
            .whereRef('copied.seller_id', '=', 'l.seller_id')
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
 * Flags a listing for admins that has a picture of another seller's listing, also of a sold one, which is shown still, and
 * removes the flag otherwise. The same picture is what looks the same. Whoever had it first is not flagged.
 */
export async function checkPictures(
  { database }: Pick<Platform, 'database'>,
  { listingId }: { listingId: string },
): Promise<void> {
  const [original] = await findOriginal(database, { listingId })
  await setFlag(database, { listingId, reason: 'copied-picture' }, original && { otherListingId: original.id })
}
