import type { SessionsEndedOutput } from '@second-ring/contracts/accounts/sessions'
import type { Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { endSession } from './end-sessions.ts'

/** Ends the session that the caller calls in, and all of its sign-in. */
export async function signOut({ database }: Platform, { id, sessionId }: Caller): Promise<SessionsEndedOutput> {
  const ending = { userId: id, sessionId, reason: 'SIGNED_OUT' } as const
  return { ended: await database.$transaction(tx => endSession(tx, ending)) }
}
