import { SignInEmail } from '@second-ring/contracts/accounts/account'
import { DomainError } from '@second-ring/contracts/errors'
import type { IdentityClaims } from '#platform/identity.ts'
import type { Platform } from '#platform/platform.ts'
import { endSignInsBefore } from './end-sign-ins-before.ts'

export type SignIn = IdentityClaims & { email: string }

/**
 * Who the identity provider says holds this ID token. What the provider has ended ends here too.
 * @throws DomainError UNAUTHENTICATED for a token without an email
 */
export async function verifyIdentity(platform: Platform, idToken: string): Promise<SignIn> {
  const claims = await platform.identity.verifyIdToken(idToken)
  if (!claims || 'isEnded' in claims) {
    if (claims) await endSignInsBefore(platform, claims)
    throw new DomainError('UNAUTHENTICATED', 'Your sign-in has ended. Sign in again.')
  }
  const { email } = claims
  if (!email || !SignInEmail.safeParse(email).success)
    throw new DomainError('UNAUTHENTICATED', 'This sign-in has no email address.')
  return { ...claims, email }
}
