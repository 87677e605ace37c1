import { createHash } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { rangesOf } from '@second-ring/contracts/search/attribute-ranges'
import type { SaveSearchInput } from '@second-ring/contracts/search/saved-search'
import { type Database, type Parameters, prepare, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { enforceLimits, lockAccount } from '#platform/account-limits.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'
import { type ParsedSearch, parseSearch, parseWords } from './parse-text.ts'

/**
 * Saves a search, so that the caller is notified of each new listing that matches. The same one is saved once.
 * @throws DomainError INVALID_INPUT (it asks for nothing), LIMIT_REACHED
 */
export async function saveSearch(
  { database, accountLimits }: Platform,
  caller: Caller,
  input: SaveSearchInput,
): Promise<{ savedSearchId: string; created: boolean }> {
  authorize(caller, 'search.save')
  const { categoryId = null, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed, verifiedOnly } = input
  const parsed = await parseSearch(database, input)
  const conditions = [...new Set(input.conditions)].sort()
  const numbers = [minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed].map(number => number ?? null)
  const ranges = rangesOf(input)
  const attributes = ranges.length === 0 ? [] : [Object.fromEntries(ranges.map(({ name, ...range }) => [name, range]))]
  const isNarrow =
    verifiedOnly || input.text !== '' || input.location !== '' || conditions.length > 0 || ranges.length > 0
  if (!parsed || !(isNarrow || [categoryId, ...numbers].some(filter => filter !== null))) {
    throw new DomainError('INVALID_INPUT', 'Say what you are looking for: a few words, or a filter.')
  }
  const { rarest, located } = await findRarestTerm(database, parsed)
  const mark = fingerprintOf([parsed.words, located, categoryId, conditions, numbers, verifiedOnly, ...attributes])
  const words = [parsed.anywhere, parsed.located].filter(part => part !== '').join(' & ')
  const saving = database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      // One at a time a user, so that two at once are not both saved.
      await run(tx, query.selectNoFrom(lockAccount(caller.id).as('level')))
      const there = await tx.savedSearch.findUnique({
        where: { userId_mark: { userId: caller.id, mark } },
        select: { id: true },
      })
      if (there) return { savedSearchId: there.id, created: false }
      await enforceLimits(tx, { accountLimits }, { userId: caller.id, names: ['savedSearches'] })
      const row = {
        user_id: caller.id,
        mark,
        text: input.text,
        category_id: categoryId,
        conditions: sql<string>`${conditions}::condition[]`,
        min_price_cents: minPriceCents ?? null,
        max_price_cents: maxPriceCents ?? null,
        min_years_used: minYearsUsed ?? null,
        max_years_used: maxYearsUsed ?? null,
        location: input.location,
        verified_only: verifiedOnly,
        attributes: sql<string | null>`${attributes.map(each => JSON.stringify(each))[0] ?? null}::jsonb`,
        saved_at: sql<Date>`now()`,
        query: sql<string | null>`nullif(${words}, '')::tsquery`,
        anchor: rarest,
      }
      const [saved] = await run(tx, query.insertInto('saved_searches').values(row).returning('id'))
      if (!saved) throw new Error('An insert gave no row')
      return { savedSearchId: saved.id, created: true }
    }),
  )
  return rejectRemovedUser(saving)
}

function fingerprintOf(filters: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url')
}

const MODELS_COUNTED = 200

const rankTerms = prepare((parameter: Parameters<{ terms: string[]; inTitle: string[]; located: string }>) =>
  query.selectNoFrom(({ selectFrom }) => [
    selectFrom(
      sql<{
        term: string
        in_title: string
      }>`unnest(${parameter('terms')}::text[], ${parameter('inTitle')}::text[])`.as<'each'>(sql`each(term, in_title)`),
    )
      .select('term')
      .orderBy(
        sql`(SELECT count(*) FROM (${query
          .selectFrom('search_models')
          .where(sql<boolean>`search_model_words(model) @@ each.in_title::tsquery`)
          .select('model')
          .limit(MODELS_COUNTED)}) AS models)`,
      )
      .orderBy(sql`length(term)`, 'desc')
      .orderBy('term')
      .limit(1)
      .as('rarest'),
    sql<string>`coalesce(nullif(${parameter('located')}, '')::tsquery::text, '')`.as('located'),
  ]),
)

/**
 * Of the words that a listing must hold, the one that the fewest models do: by it alone a new listing finds the searches that
 * it may match. A last word stands for all that begin with it, and is marked with a star.
 */
async function findRarestTerm(database: Database, { terms, place, located }: ParsedSearch) {
  const whole = parseWords(place, '').terms.map(({ word }) => ({ term: word, inTitle: `'${word}'` }))
  const all = [
    ...terms.map(({ word, isPrefix, inTitle }) => ({ term: isPrefix ? `${word}*` : word, inTitle })),
    ...whole,
  ]
  const [row] = await rankTerms(database, {
    terms: all.map(({ term }) => term),
    inTitle: all.map(({ inTitle }) => inTitle),
    located,
  })
  return { rarest: row?.rarest ?? '', located: row?.located ?? '' }
}
