import { DomainError } from '@second-ring/contracts/errors'
import { type App, cert, initializeApp } from 'firebase-admin/app'
import { FirebaseAuthError, getAuth } from 'firebase-admin/auth'
import type { IdentityProvider } from '#platform/identity.ts'

interface FirebaseSettings {
  projectId: string
  /** The service account's JSON; absent with the emulator and on Google's own machines. */
  serviceAccount?: string | undefined
}

/** The identity provider on Firebase's own SDK; the emulator stands behind the SDK when its variable is set. */
export function createFirebaseIdentity(settings: FirebaseSettings): IdentityProvider {
  const auth = getAuth(firebaseApp(settings))
  return {
    async verifyIdToken(idToken) {
      if (!hasReadableClaims(idToken)) return null
      try {
        const claims = await auth.verifyIdToken(idToken, true)
        return {
          uid: claims.uid,
          email: addressIn(claims),
          signedInAt: new Date(claims.auth_time * 1000),
        }
      } catch (error) {
        if (isRefusal(error)) return null
        throw unavailable(error)
      }
    },
    async removeAccount(uid) {
      try {
        await auth.deleteUser(uid)
      } catch (error) {
        if (!(error instanceof FirebaseAuthError && error.code === 'auth/user-not-found')) throw unavailable(error)
      }
    },
  }
}

/**
 * Asks the provider about someone who is not there, with the product's own credential.
 * @throws FirebaseAuthError when it is away, or refuses the credential
 */
export async function probeFirebase(settings: FirebaseSettings): Promise<void> {
  try {
    await getAuth(firebaseApp(settings)).getUser('second-ring-doctor')
  } catch (error) {
    if (!(error instanceof FirebaseAuthError && error.code === 'auth/user-not-found')) throw error
  }
}

// The emulator vouches for whatever a token says, also for what is no text.
function addressIn({ email }: { email?: unknown }): string | null {
  return typeof email === 'string' ? email.trim().toLowerCase() : null
}

function unavailable(cause: unknown): DomainError {
  return new DomainError('PROVIDER_UNAVAILABLE', 'Sign-in is not available right now. Try again in a minute.', {
    cause,
  })
}

let apps = 0

function firebaseApp({ projectId, serviceAccount }: FirebaseSettings): App {
  apps += 1
  const credential = serviceAccount ? { credential: cert(JSON.parse(serviceAccount)) } : {}
  return initializeApp({ projectId, ...credential }, `second-ring-${apps}`)
}

// Of claims that are no JSON the SDK throws its parser's own error, which would pass for an outage.
function hasReadableClaims(idToken: string): boolean {
  const [, claims = ''] = idToken.split('.')
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return typeof read === 'object' && read !== null
  } catch {
    return false
  }
}

// The SDK answers a bad token and a failing network with the same class; only the code tells them apart.
const outages = ['internal-error', 'network-error', 'network-timeout', 'invalid-credential', 'unknown-error']

function isRefusal(error: unknown): boolean {
  return error instanceof FirebaseAuthError && !outages.some(code => error.code.endsWith(code))
}
