import type { EndUserSessionsInput, SessionsEndedOutput } from '@second-ring/contracts/accounts/sessions'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { requireFreshFactor } from '#factor/require-fresh-factor.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { isPresent } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endSessions } from './end-sessions.ts'

/**
 * Ends every session of somebody else, for an admin.
 * @throws DomainError FORBIDDEN, FACTOR_REQUIRED, NOT_FOUND, CONFLICT (their own)
 */
export async function endUserSessions(
  platform: Platform,
  caller: Caller,
  { userId, reason }: EndUserSessionsInput,
): Promise<SessionsEndedOutput> {
  authorize(caller, 'user.end-sessions')
  if (userId === caller.id) throw new DomainError('CONFLICT', 'Sign out of your own sessions on your account page.')
  return platform.database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      await requireFreshFactor(tx, platform, caller)
      const present = query.selectFrom('users').where('id', '=', userId).where(isPresent).select('id')
      const [user] = await run(tx, present.forNoKeyUpdate())
      if (!user) throw new DomainError('NOT_FOUND', 'There is no such user.')
      const ended = await endSessions(tx, { userId, reason: 'ENDED_BY_ADMIN' })
      const subject = { type: 'user', id: userId } as const
      await recordAction(tx, { actorId: caller.id, action: 'account.end-sessions', subject, reason })
      return { ended }
    }),
  )
}
