import { DomainError } from '@second-ring/contracts/errors'
import type { ForgetSearchInput } from '@second-ring/contracts/search/saved-search'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Forgets a saved search of the caller's.
 * @throws DomainError NOT_FOUND (forgotten already, or another's)
 */
export async function forgetSearch(
  { database }: Platform,
  caller: Caller,
  { savedSearchId }: ForgetSearchInput,
): Promise<{ savedSearchId: string }> {
  authorize(caller, 'search.save')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { count } = await tx.savedSearch.deleteMany({ where: { id: savedSearchId, userId: caller.id } })
      if (count !== 1) throw new DomainError('NOT_FOUND', 'You have no such saved search.')
      return { savedSearchId }
    }),
  )
}
