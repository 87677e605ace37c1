import { DomainError } from '@second-ring/contracts/errors'
import type { MuteSearchInput } from '@second-ring/contracts/search/saved-search'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Turns the notifications of the caller's saved search off or on. Of what was posted while it was muted they are not notified.
 * @throws DomainError NOT_FOUND (forgotten, or another's)
 */
export async function muteSearch(
  { database }: Platform,
  caller: Caller,
  { savedSearchId, muted }: MuteSearchInput,
): Promise<MuteSearchInput> {
  authorize(caller, 'search.save')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const muting = query
        .updateTable('saved_searches')
        .set({ muted_at: muted ? now : null })
        .where('id', '=', savedSearchId)
        .where('user_id', '=', caller.id)
        .returning('id')
      if ((await run(tx, muting)).length !== 1) throw new DomainError('NOT_FOUND', 'You have no such saved search.')
      // What was gathered so far is not what they want to read later.
      if (muted) {
        const open = query.updateTable('saved_search_matches').set({ notified_at: now })
        await run(tx, open.where('saved_search_id', '=', savedSearchId).where('notified_at', 'is', null))
      }
      return { savedSearchId, muted }
    }),
  )
}
