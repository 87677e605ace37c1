import { DomainError } from '@second-ring/contracts/errors'
import type { ForgetSearchInput } from '@second-ring/contracts/search/saved-search'
import { type Actor, authorize } from '#identity/actor.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Forgets a saved search of the actor's.
 * @throws DomainError NOT_FOUND (forgotten already, or another's)
 */
export async function forgetSearch(
  { database }: Platform,
  actor: Actor,
  { savedSearchId }: ForgetSearchInput,
): Promise<{ savedSearchId: string }> {
  authorize(actor, 'search.save')
  return database.$transaction(tx =>
    withIdempotency(tx, actor, async () => {
      const { count } = await tx.savedSearch.deleteMany({ where: { id: savedSearchId, userId: actor.id } })
      if (count !== 1) throw new DomainError('NOT_FOUND', 'You have no such saved search.')
      return { savedSearchId }
    }),
  )
}
