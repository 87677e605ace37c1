import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '#platform/platform.ts'
import { type SignIn, verifyIdentity } from './verify-identity.ts'

/**
 * Checks that an ID token proves the email that a client names.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN (the token is another user's)
 */
export async function proveEmail(
  platform: Platform,
  { idToken, email }: { idToken: string; email: string },
): Promise<SignIn> {
  const proven = await verifyIdentity(platform, idToken)
  if (proven.email !== email) throw new DomainError('FORBIDDEN', 'You are signed in with another email. Sign in again.')
  return proven
}
