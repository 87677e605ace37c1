import { DomainError } from '@second-ring/contracts/errors'
import type { DismissReportsInput, DismissReportsOutput } from '@second-ring/contracts/moderation/report'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { closeReports } from './close-reports.ts'

/**
 * Closes the reports of a listing that stays, up to those that the admin has read. Each reporter is notified.
 * @throws DomainError FORBIDDEN, NOT_FOUND (none is open any more)
 */
export async function dismissReports(
  { database }: Platform,
  caller: Caller,
  { listingId, until, note }: DismissReportsInput,
): Promise<DismissReportsOutput> {
  authorize(caller, 'listing.moderate')
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const closed = await closeReports(tx, { listingId, handledById: caller.id, to: 'DISMISSED', note, until })
      if (closed === 0) throw new DomainError('NOT_FOUND', 'These reports are closed already.')
      const subject = { type: 'listing', id: listingId } as const
      await recordAction(tx, { actorId: caller.id, action: 'listing.dismiss-reports', subject, reason: note })
      return { listingId, closed }
    }),
  )
}
