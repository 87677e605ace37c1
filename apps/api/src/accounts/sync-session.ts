import { TOKEN_SYNC_MAX_AGE_S } from '@second-ring/contracts/accounts/rest'
import type { ExchangeSessionInput, ExchangeSessionOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import type { SessionOrigin } from '#identity/session-origin.ts'
import type { Platform } from '#platform/platform.ts'
import { type Entry, enter } from './exchange-session.ts'
import { verifyIdentity } from './verify-identity.ts'

/**
 * Exchanges the ID token of a recent sign-in for a session, which the browser holds in a cookie.
 * @throws DomainError UNAUTHENTICATED (no proof, or a sign-in of more than 300 s ago), ACCOUNT_MISSING, SESSION_ENDED
 */
export async function syncSession(
  platform: Platform,
  input: ExchangeSessionInput & Pick<Entry, 'accessToken'>,
  from?: SessionOrigin,
): Promise<ExchangeSessionOutput> {
  const signIn = await verifyIdentity(platform, input.idToken)
  const ageMs = platform.clock.now().getTime() - signIn.signedInAt.getTime()
  if (ageMs > TOKEN_SYNC_MAX_AGE_S * 1000) {
    throw new DomainError('UNAUTHENTICATED', 'This sign-in is more than 5 minutes old. Sign in again.')
  }
  return enter(platform, { signIn, accessToken: input.accessToken, lapses: true }, from)
}
