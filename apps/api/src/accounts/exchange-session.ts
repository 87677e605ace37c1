import type { ExchangeSessionInput, ExchangeSessionOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import { accountSelect, toAccount } from '#identity/account-select.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import type { Platform } from '#platform/platform.ts'
import { beginSession } from './begin-session.ts'
import { verifyIdentity } from './verify-identity.ts'

/**
 * Exchanges the identity provider's ID token for the product's access token, in the session of that sign-in.
 * @throws DomainError UNAUTHENTICATED, ACCOUNT_MISSING (signed up at the provider, not registered here), SESSION_ENDED
 */
export async function exchangeSession(
  platform: Platform,
  input: ExchangeSessionInput,
  from?: SessionOrigin,
): Promise<ExchangeSessionOutput> {
  const { uid, signedInAt } = await verifyIdentity(platform, input.idToken)
  const row = await platform.database.user.findFirst({
    where: { identityUid: uid, deletedAt: null },
    select: accountSelect,
  })
  if (!row) throw new DomainError('ACCOUNT_MISSING', 'There is no account for this sign-in yet. Sign up first.')
  const sessionId = await beginSession(platform.database, { userId: row.id, signedInAt, from })
  const { accessToken, expiresAt } = platform.accessTokens.issue({ userId: row.id, sessionId })
  return { accessToken, expiresAt: expiresAt.toISOString(), account: toAccount(row) }
}
