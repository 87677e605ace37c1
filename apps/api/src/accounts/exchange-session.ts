import type { ExchangeSessionInput, ExchangeSessionOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import { toAccount } from '#identity/account-select.ts'
import type { Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { endOlderSessions } from './end-older-sessions.ts'
import { readAccount } from './read-account.ts'
import { verifyIdentity } from './verify-identity.ts'

/**
 * Exchanges the identity provider's ID token for the product's access token.
 * @param caller who holds a live session beside it
 * @throws DomainError UNAUTHENTICATED, ACCOUNT_MISSING (signed up at the provider, not registered here)
 */
export async function exchangeSession(
  platform: Platform,
  input: ExchangeSessionInput,
  caller: Caller | null = null,
): Promise<ExchangeSessionOutput> {
  const signIn = await verifyIdentity(platform, input.idToken)
  const account = await readAccount(platform, signIn, caller)
  if (!account) throw new DomainError('ACCOUNT_MISSING', 'There is no account for this sign-in yet. Sign up first.')
  const { row, passwordChanged } = account
  const { accessToken, expiresAt } = platform.accessTokens.issue(row.id)
  if (passwordChanged) await endOlderSessions(platform, { userId: row.id, validSince: signIn.validSince })
  return { accessToken, expiresAt: expiresAt.toISOString(), account: toAccount(row) }
}
