import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { setFlag } from './set-flag.ts'

/**
 * Letters of other alphabets, and digits, that look like a Latin letter, each followed by it. As one sees them, and a little
 * more: an admin decides. Names of several alphabets are refused (`contracts/name-signs.ts`), names in one other are not.
 */
const LOOK_ALIKES = 'аaсcԁdеeһhіiјjкkӏiмmоoрpԛqгrѕsтtѵvԝwхxуyвbнhαaβbεeηnιiκkνvοoρpτtυuχxγyςcωwօoոnսuհhյjցg0o1i3e5sli'
const looks = [...LOOK_ALIKES].filter((_, index) => index % 2 === 0).join('')
const letters = [...LOOK_ALIKES].filter((_, index) => index % 2 === 1).join('')

/** How a name reads, in whatever capitals, accents, signs and look-alike letters. */
const readAs = (name: 'verified.name' | 'l.seller_name' | 'seller.name') =>
  sql<string>`translate(search_text(${sql.ref(name)}), ${sql.lit(looks)}, ${sql.lit(letters)})`

const findNamesake = prepare((parameter: Parameters<{ listingId: string }>) =>
  query
    .selectFrom('listings as l')
    .innerJoin('users as seller', 'seller.id', 'l.seller_id')
    .innerJoin('users as verified', join =>
      join.on(
        sql<boolean>`${readAs('verified.name')} IN (${readAs('l.seller_name')}, ${readAs('seller.name')})
          AND ${readAs('verified.name')} <> ''`,
      ),
    )
    .where('l.id', '=', parameter('listingId'))
    .where('l.state', 'in', ['AVAILABLE', 'RESERVED'])
    .where('verified.verified_at', 'is not', null)
    .where('verified.deleted_at', 'is', null)
    .whereRef('verified.id', '<>', 'l.seller_id')
    // Two verified sellers may have one name: an admin has looked at both.
    .where(sql<boolean>`NOT (seller.verified_at IS NOT NULL AND search_text(seller.name) = search_text(verified.name))`)
    .select('verified.id')
    .limit(1),
)

/**
 * Flags a listing for admins that is posted under the name of a verified seller by another account: by the name of the post or
 * of the account, in whatever capitals, accents, signs and look-alike letters. Removes the flag otherwise.
 */
export async function checkSellerName(
  { database }: Pick<Platform, 'database'>,
  { listingId }: { listingId: string },
): Promise<void> {
  const [namesake] = await findNamesake(database, { listingId })
  await setFlag(database, { listingId, reason: 'verified-name' }, namesake && { otherListingId: null })
}
