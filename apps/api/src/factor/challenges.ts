import { DomainError } from '@second-ring/contracts/errors'
import { type ChallengePurpose, query, run } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'

type Database = Pick<Platform, 'database'>

/** Stores a challenge for 5 minutes; only this caller, in this session, may answer it. */
export async function storeChallenge(
  { database }: Database,
  caller: Caller,
  { challenge, purpose }: { challenge: string; purpose: ChallengePurpose },
): Promise<void> {
  const expired = query.deleteFrom('passkey_challenges').where('user_id', '=', caller.id).where('expires_at', '<=', now)
  await run(database, expired)
  const stored = { challenge, purpose, user_id: caller.id, session_id: caller.sessionId }
  await run(database, query.insertInto('passkey_challenges').values({ ...stored, expires_at: fromNow('5 minutes') }))
}

/**
 * Takes the challenge that a browser's answer names. It is gone then, also when the answer turns out to be wrong.
 * @returns the challenge
 * @throws DomainError FACTOR_REJECTED (unknown, another's, another session's, answered before, or too old)
 */
export async function takeChallenge(
  { database }: Database,
  caller: Caller,
  { clientDataJSON, purpose }: { clientDataJSON: string; purpose: ChallengePurpose },
): Promise<string> {
  const taking = query
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challengeIn(clientDataJSON))
    .where('user_id', '=', caller.id)
    .where('session_id', '=', caller.sessionId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('challenge')
  const [taken] = await run(database, taking)
  if (!taken) throw rejected()
  return taken.challenge
}

/** What a wrong answer says, whatever is wrong about it. */
export function rejected(options?: ErrorOptions): DomainError {
  return new DomainError('FACTOR_REJECTED', 'This passkey was not accepted. Try again.', options)
}

function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown }
    // PostgreSQL takes no NUL.
    if (typeof challenge === 'string' && /^[\w-]+$/.test(challenge)) return challenge
  } catch {}
  throw rejected()
}
