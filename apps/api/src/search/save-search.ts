import { createHash } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { SAVED_SEARCHES_MAX, type SaveSearchInput } from '@second-ring/contracts/search/saved-search'
import { type Database, Prisma } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'
import { type Question, understandText } from './understand-text.ts'

/**
 * Saves a search, so that the caller is told of each new listing that matches. The same one is saved once.
 * @throws DomainError INVALID_INPUT (it asks for nothing), CONFLICT (they have fifty)
 */
export async function saveSearch(
  { database }: Platform,
  caller: Caller,
  input: SaveSearchInput,
): Promise<{ savedSearchId: string; created: boolean }> {
  authorize(caller, 'search.save')
  const question = await understandText(database, input)
  const { words, located } = question
  const { categoryId, minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed, verifiedOnly } = input
  const conditions = [...new Set(input.conditions)].sort()
  const numbers = [minPriceCents, maxPriceCents, minYearsUsed, maxYearsUsed].map(number => number ?? null)
  const isOfSigns = (input.text !== '' && words === '') || (input.location !== '' && located === '')
  const isWide = [words, located, categoryId, ...conditions, ...numbers].every(
    filter => filter === '' || filter == null,
  )
  if (isOfSigns || (isWide && !verifiedOnly)) {
    throw new DomainError('INVALID_INPUT', 'Say what you are looking for: a few words, or a filter.')
  }
  const mark = markOf([words, located, categoryId, conditions, numbers, verifiedOnly])
  const anchor = await anchorOf(database, question)
  const query = words !== '' && located !== '' ? `(${question.anywhere}) & (${located})` : question.anywhere || located
  const saving = database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      // One at a time a person, so that two at once do not both become the fiftieth.
      await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${caller.id}::uuid FOR NO KEY UPDATE`
      const there = await tx.savedSearch.findUnique({
        where: { userId_mark: { userId: caller.id, mark } },
        select: { id: true },
      })
      if (there) return { savedSearchId: there.id, created: false }
      if ((await tx.savedSearch.count({ where: { userId: caller.id } })) >= SAVED_SEARCHES_MAX) {
        throw new DomainError('CONFLICT', `You have saved ${SAVED_SEARCHES_MAX} searches; forget one first.`)
      }
      const [saved] = await tx.$queryRaw<{ id: string }[]>`
      INSERT INTO saved_searches (user_id, mark, text, category_id, conditions, min_price_cents, max_price_cents,
        min_years_used, max_years_used, location, verified_only, saved_at, query, anchor)
      VALUES (${caller.id}::uuid, ${mark}, ${input.text}, ${categoryId ?? null}::uuid, ${conditions}::condition[],
        ${Prisma.join(numbers.map(number => Prisma.sql`${number}::int`))}, ${input.location}, ${verifiedOnly},
        now(), NULLIF(${query}, '')::tsquery, ${anchor})
      RETURNING id`
      if (!saved) throw new Error('An insert gave no row')
      return { savedSearchId: saved.id, created: true }
    }),
  )
  return rejectRemovedUser(saving)
}

function markOf(filters: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(filters)).digest('base64url')
}

/**
 * Of the words that a listing must hold, the one that the fewest models do: by it alone a new listing finds the searches
 * that it may match. A last word stands for all that begin with it, and is marked with a star.
 */
async function anchorOf(database: Database, { words, place }: Question): Promise<string> {
  const [rarest] = await database.$queryRaw<{ anchor: string }[]>`
    SELECT word || CASE WHEN is_beginning THEN '*' ELSE '' END AS anchor
    FROM (
      SELECT word, goes_on AND length(word) >= 3 AND nth = cardinality(asked) AS is_beginning
      FROM (VALUES (${words}, true), (${place}, false)) AS part(said, goes_on)
        CROSS JOIN LATERAL (SELECT (string_to_array(left(said, 500), ' '))[1:12] AS asked) AS parts
        CROSS JOIN LATERAL unnest(asked) WITH ORDINALITY AS each(word, nth)
      WHERE length(word) BETWEEN 1 AND 64
    ) AS words
    ORDER BY (SELECT count(*) FROM (
      SELECT 1 FROM search_models WHERE search_model_words(model) @@ search_query(word, 'name', is_beginning) LIMIT 200
    ) AS models), length(word) DESC, word LIMIT 1`
  return rarest?.anchor ?? ''
}
