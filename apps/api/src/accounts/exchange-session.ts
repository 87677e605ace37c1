import type { ExchangeSessionInput, ExchangeSessionOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import { accountSelect, toAccount } from '#identity/account-select.ts'
import type { Platform } from '#platform/platform.ts'
import { verifyIdentity } from './verify-identity.ts'

/**
 * Exchanges the identity provider's ID token for the product's access token.
 * @throws DomainError UNAUTHENTICATED, ACCOUNT_MISSING (signed up at the provider, not registered here)
 */
export async function exchangeSession(platform: Platform, input: ExchangeSessionInput): Promise<ExchangeSessionOutput> {
  const { uid } = await verifyIdentity(platform, input.idToken)
  const row = await platform.database.user.findFirst({
    where: { identityUid: uid, deletedAt: null },
    select: accountSelect,
  })
  if (!row) throw new DomainError('ACCOUNT_MISSING', 'There is no account for this sign-in yet. Sign up first.')
  const { accessToken, expiresAt } = platform.accessTokens.issue(row.id)
  return { accessToken, expiresAt: expiresAt.toISOString(), account: toAccount(row) }
}
