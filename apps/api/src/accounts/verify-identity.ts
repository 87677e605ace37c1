import { DomainError } from '@second-ring/contracts/errors'
import type { IdentityClaims } from '#platform/identity.ts'
import type { Platform } from '#platform/platform.ts'
import { endSignInsBefore } from './end-sign-ins-before.ts'

/** The longest that mail can be sent to. */
const EMAIL_MAX_LENGTH = 254

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
  if (!email || !isAddress(email)) throw new DomainError('UNAUTHENTICATED', 'This sign-in has no email address.')
  return { ...claims, email }
}

// Any script may stand in it, but nothing that cannot be stored or that nobody sees.
function isAddress(email: string): boolean {
  return email.length <= EMAIL_MAX_LENGTH && /^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email)
}
