import { DomainError } from '@second-ring/contracts/errors'
import { type FileReportInput, type FileReportOutput, REPORTS_PER_DAY } from '@second-ring/contracts/moderation/report'
import { query, run, type Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { ago } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'

const HOUR_S = 3600

/**
 * Reports a listing to the admins. A user has one open report of a listing.
 * @throws DomainError FORBIDDEN, NOT_FOUND (removed, or never there), OWN_LISTING, CONFLICT (reported by them already),
 * TOO_MANY_REQUESTS (so many in 24 hours already), UNAUTHENTICATED (removed meanwhile)
 */
export async function fileReport(
  { database }: Platform,
  caller: Caller,
  { listingId, reason, text }: FileReportInput,
): Promise<FileReportOutput> {
  authorize(caller, 'report.file')
  return rejectRemovedUser(
    database.$transaction(tx =>
      withIdempotency(tx, caller, async () => {
        await requireOthersPost(tx, caller, listingId)
        // One at a time for each user: concurrent calls would all see room for one more.
        await lockName(tx, `second-ring/reports/${caller.id}`)
        const mine = { listingId, reporterId: caller.id, state: 'OPEN' } as const
        if ((await tx.report.count({ where: mine })) > 0) {
          const message = 'You have reported this post already. We tell you what came of it.'
          throw new DomainError('CONFLICT', message)
        }
        await requireRoom(tx, caller)
        const data = { listingId, reporterId: caller.id, reason, text }
        return { reportId: (await tx.report.create({ data, select: { id: true } })).id }
      }),
    ),
  )
}

async function requireOthersPost(tx: Transaction, caller: Caller, listingId: string): Promise<void> {
  const listing = await tx.listing.findFirst({
    where: { id: listingId, state: { not: 'REMOVED' } },
    select: { sellerId: true },
  })
  if (!listing) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  if (listing.sellerId === caller.id) throw new DomainError('OWN_LISTING', 'This is your own product')
}

async function requireRoom(tx: Transaction, caller: Caller): Promise<void> {
  const today = query.selectFrom('reports').where('reporter_id', '=', caller.id).where('created_at', '>', ago('1 day'))
  if ((await run(tx, today.select('id').limit(REPORTS_PER_DAY))).length < REPORTS_PER_DAY) return
  const message = `You can report ${REPORTS_PER_DAY} posts a day. Report the next one tomorrow.`
  throw new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: HOUR_S })
}
