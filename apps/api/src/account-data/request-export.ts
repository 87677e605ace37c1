import { EXPORT_DAYS, EXPORTS_PER_DAY, type ExportStatus } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Transaction } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'
import { lockName } from '#platform/advisory-lock.ts'
import { recordAction } from '#platform/audit.ts'
import { ago, fromNow } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { GIVEN_UP_AFTER } from './read-export.ts'

const HOUR_S = 3600
const PREPARING = { state: 'PREPARING', expiresAt: null, sizeBytes: null } as const

/**
 * Asks for a file of all that is the caller's own; a job makes it and notifies them. While one is being made, that one
 * is meant. What an admin did to others is in theirs.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, TOO_MANY_REQUESTS (more than three a day), UNAUTHENTICATED (removed meanwhile)
 */
export async function requestExport(platform: Platform, caller: Caller): Promise<ExportStatus> {
  authorize(caller, 'account.export')
  const { database, jobs } = platform
  const { id: userId } = caller
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      await lockName(tx, `second-ring/export:${userId}`)
      const { today, isPreparing } = await countExports(tx, userId)
      if (isPreparing) return PREPARING
      if (today >= EXPORTS_PER_DAY) {
        const message = `You can ask for your data ${EXPORTS_PER_DAY} times a day. Download the last one, or come back later.`
        throw new DomainError('TOO_MANY_REQUESTS', message, { retryAfterS: HOUR_S })
      }
      await jobs.enqueue(tx, 'account-data.prepare', { exportId: await addExport(tx, userId) })
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: userId, action: 'account.request-export', subject })
      return PREPARING
    }),
  )
}

async function countExports(tx: Transaction, userId: string): Promise<{ today: number; isPreparing: boolean }> {
  const today = query
    .selectFrom('data_exports')
    .where('user_id', '=', userId)
    .where('requested_at', '>', ago('1 day'))
    .select(({ and, eb }) => [
      and([eb('state', '=', 'PREPARING'), eb('requested_at', '>', ago(GIVEN_UP_AFTER))])
        .$castTo<boolean>()
        .as('isPreparing'),
    ])
  const rows = await run(tx, today)
  return { today: rows.length, isPreparing: rows.some(row => row.isPreparing) }
}

async function addExport(tx: Transaction, userId: string): Promise<string> {
  // A removal at the same moment comes before or after it: the lock on the user is shared by all writers.
  const present = query.selectFrom('users').where('id', '=', userId).where(isPresent).forKeyShare()
  const [user] = await run(tx, present.select('id'))
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  const row = { user_id: userId, expires_at: fromNow(`${EXPORT_DAYS} days`) }
  const [added] = await run(tx, query.insertInto('data_exports').values(row).returning('id'))
  if (!added) throw new Error('The export was not stored')
  return added.id
}
