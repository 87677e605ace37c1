import { DomainError } from '@second-ring/contracts/errors'
import type { FileReportInput, FileReportOutput } from '@second-ring/contracts/moderation/report'
import type { Transaction } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { enforceLimits } from '#platform/account-limits.ts'
import type { AuditedAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'

const EDIT = 'listing.edit' satisfies AuditedAction['action']

/**
 * Reports a listing to the admins. A user reports a listing once, and again only after its seller has changed it
 * since an admin looked at the report.
 * @throws DomainError FORBIDDEN, NOT_FOUND (removed, or never there), OWN_LISTING, CONFLICT (reported by them already),
 * LIMIT_REACHED, UNAUTHENTICATED (removed meanwhile)
 */
export async function fileReport(
  platform: Platform,
  caller: Caller,
  { listingId, reason, text }: FileReportInput,
): Promise<FileReportOutput> {
  authorize(caller, 'report.file')
  return rejectRemovedUser(
    platform.database.$transaction(tx =>
      withIdempotency(tx, caller, async () => {
        await enforceLimits(tx, platform, { userId: caller.id, names: ['reportsADay'] })
        await requireOthersPost(tx, caller, listingId)
        await rejectRepeated(tx, caller, listingId)
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

async function rejectRepeated(tx: Transaction, caller: Caller, listingId: string): Promise<void> {
  const last = await tx.report.findFirst({
    where: { listingId, reporterId: caller.id },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { handledAt: true },
  })
  if (!last) return
  if (last.handledAt === null) {
    throw new DomainError('CONFLICT', 'You have reported this post already. We tell you what came of it.')
  }
  const edited = { subjectType: 'listing', subjectId: listingId, action: EDIT, at: { gt: last.handledAt } }
  if ((await tx.auditEntry.count({ where: edited })) > 0) return
  const message =
    'Thank you, an admin has looked at your report of this post already, and the post stays. You can report it again when its seller has changed it.'
  throw new DomainError('CONFLICT', message)
}
