import type { SessionsEndedOutput } from '@second-ring/contracts/accounts/sessions'
import type { Transaction } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { recordAction } from '#platform/audit.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { endSession, endSessions } from './end-sessions.ts'

/** Ends one other session of the caller, and all of its sign-in but the one that they call in; a second time nothing happens. */
export async function signOutThere(
  { database }: Platform,
  caller: Caller,
  { sessionId }: { sessionId: string },
): Promise<SessionsEndedOutput> {
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const isOwn = sessionId === caller.sessionId
      const ending = isOwn
        ? ({ reason: 'SIGNED_OUT' } as const)
        : ({ reason: 'ENDED_ELSEWHERE', except: caller.sessionId } as const)
      const ended = await endSession(tx, { userId: caller.id, sessionId, ...ending })
      if (ended > 0) await recordEnd(tx, caller, ended)
      return { ended }
    }),
  )
}

/** Ends every session of the caller but the one that they call in. */
export async function signOutEverywhere({ database }: Platform, caller: Caller): Promise<SessionsEndedOutput> {
  return database.$transaction(async tx => {
    const { id: userId, sessionId: except } = caller
    const ended = await endSessions(tx, { userId, except, reason: 'ENDED_ELSEWHERE' })
    if (ended > 0) await recordEnd(tx, caller, ended)
    return { ended }
  })
}

async function recordEnd(tx: Transaction, { id }: Caller, ended: number): Promise<void> {
  const reason = ended === 1 ? '1 session' : `${ended} sessions`
  await recordAction(tx, { actorId: id, action: 'account.end-sessions', subject: { type: 'user', id }, reason })
}
