import { DomainError } from '@second-ring/contracts/errors'
import type { StopAdvertisingInput } from '@second-ring/contracts/listings/change-listing'
import { type Actor, authorize } from '#identity/actor.ts'
import { recordAct } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Takes the actor's listing off Home; it stays in its category.
 * @throws DomainError FORBIDDEN, NOT_FOUND (not advertised, gone, or another's)
 */
export async function stopAdvertising(
  { database }: Platform,
  actor: Actor,
  { listingId }: StopAdvertisingInput,
): Promise<{ listingId: string }> {
  authorize(actor, 'listing.advertise')
  return database.$transaction(tx =>
    withIdempotency(tx, actor, async () => {
      const { count } = await tx.listing.updateMany({
        where: { id: listingId, sellerId: actor.id, state: { not: 'REMOVED' }, advertisedAt: { not: null } },
        data: { advertisedAt: null },
      })
      if (count !== 1) throw new DomainError('NOT_FOUND', 'You have no such advertised product.')
      const subject = { type: 'listing', id: listingId } as const
      await recordAct(tx, { actorId: actor.id, action: 'listing.stop-advertising', subject })
      return { listingId }
    }),
  )
}
