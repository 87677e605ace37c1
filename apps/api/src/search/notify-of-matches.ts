import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

/** How many searches are notified of at a time. */
const BATCH = 500
/** How long it is remembered whom a listing was matched for: far longer than a job is tried again. */
const REMEMBERED = '30 days'

const kind: NoticeKind = 'saved-search'

const price = sql`to_char(price_cents / 100.0, CASE WHEN price_cents % 100 = 0 THEN 'FM999,999' ELSE 'FM999,990.00' END)`

const message = sql<string>`CASE WHEN found = 1
  THEN product_name || ' was just posted for $' || ${price} || '. It matches '
    || CASE WHEN text = '' THEN 'a search that you saved.' ELSE 'your saved search for ' || text || '.' END
  ELSE found || ' new phones match '
    || CASE WHEN text = '' THEN 'a search that you saved.' ELSE 'your saved search for ' || text || '.' END
  END`

interface Batch {
  /** Of the searches that this listing matched alone; null for all. */
  listingId: string | null
  /** AccountLimits as JSON. */
  limits: string
}

const notifyBatch = prepare((parameter: Parameters<Batch>) => {
  const most = sql`(${parameter('limits')}::jsonb -> 'noticesOfASearch' ->> trust_level(s.user_id))::int`
  return query
    .with('due', db =>
      db
        .selectFrom('saved_searches as s')
        .where('s.id', 'in', ({ selectFrom }) =>
          selectFrom('saved_search_matches as m')
            .innerJoin('listings as l', 'l.id', 'm.listing_id')
            .where('m.notified_at', 'is', null)
            .where('l.state', '=', 'AVAILABLE')
            .where(({ eb, or, cast }) => {
              const only = cast<string | null>(parameter('listingId'), 'uuid')
              return or([eb(only, 'is', null), eb('m.listing_id', '=', only)])
            })
            .select('m.saved_search_id'),
        )
        .where('s.muted_at', 'is', null)
        .where(({ eb, or }) =>
          or([
            eb('s.notified_at', 'is', null),
            eb('s.notified_at', '<=', sql<Date>`now() - interval '1 hour' / ${most}`),
          ]),
        )
        .select(['s.id', 's.user_id', 's.text'])
        .limit(BATCH)
        .forUpdate('s')
        .skipLocked(),
    )
    .with('claimed', db =>
      db
        .updateTable('saved_searches as s')
        .from('due')
        .whereRef('s.id', '=', 'due.id')
        .set({ notified_at: now })
        .returning(['due.id', 'due.user_id', 'due.text']),
    )
    .with('gathered', db =>
      db
        .updateTable('saved_search_matches as m')
        .from('claimed')
        .whereRef('m.saved_search_id', '=', 'claimed.id')
        .where('m.notified_at', 'is', null)
        .set({ notified_at: now })
        .returning(['claimed.id', 'claimed.user_id', 'claimed.text', 'm.listing_id']),
    )
    .with('found', db =>
      db
        .selectFrom('gathered as g')
        .innerJoin('listings as l', 'l.id', 'g.listing_id')
        .innerJoin('users as u', 'u.id', 'g.user_id')
        .where('l.state', '=', 'AVAILABLE')
        .where('u.deleted_at', 'is', null)
        .where('u.deletes_at', 'is', null)
        .groupBy(['g.id', 'g.user_id', 'g.text'])
        .select([
          'g.user_id',
          'g.text',
          sql<number>`count(*)`.as('found'),
          sql<string>`min(l.product_name)`.as('product_name'),
          sql<number>`min(l.resale_price_cents)`.as('price_cents'),
          // One phone is linked to, several are found in the search.
          sql<string | null>`CASE WHEN count(*) = 1 THEN min(l.id::text)::uuid END`.as('listing_id'),
        ]),
    )
    .with('notified', db =>
      db
        .insertInto('notices')
        .columns(['user_id', 'kind', 'message', 'listing_id'])
        .expression(({ selectFrom, val }) =>
          selectFrom('found').select(['user_id', val<string>(kind).as('kind'), message.as('message'), 'listing_id']),
        )
        .onConflict(conflict =>
          conflict.columns(['listing_id', 'user_id']).where('kind', '=', sql.lit(kind)).doNothing(),
        ),
    )
    .selectFrom('claimed')
    .select('id')
})

/**
 * Notifies users of the new listings that their saved searches match: each search at most so often an hour as
 * `noticesOfASearch` says, in one notification of all that came since. A muted search is left out.
 * @param options.listingId of the searches that this listing matched alone
 */
export async function notifyOfMatches(
  { database, accountLimits }: Pick<Platform, 'database' | 'accountLimits'>,
  { listingId = null }: { listingId?: string | null } = {},
): Promise<void> {
  const limits = JSON.stringify(accountLimits)
  while ((await notifyBatch(database, { listingId, limits })).length === BATCH);
}

/** Notifies of all that is gathered and due, and forgets what was matched long ago. */
export async function notifyOfGatheredMatches({ database, accountLimits }: Platform): Promise<unknown[]> {
  await notifyOfMatches({ database, accountLimits })
  await forgetMatches(database, {})
  return []
}

const forgetMatches = prepare(() => query.deleteFrom('saved_search_matches').where('matched_at', '<', ago(REMEMBERED)))
