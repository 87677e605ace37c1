import { DomainError } from '@second-ring/contracts/errors'
import { type App, cert, initializeApp } from 'firebase-admin/app'
import { FirebaseAuthError, getAuth } from 'firebase-admin/auth'
import type { IdentityProvider } from './identity.ts'

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
      try {
        const claims = await auth.verifyIdToken(idToken, true)
        return {
          uid: claims.uid,
          email: claims.email?.trim().toLowerCase() ?? null,
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

// The SDK answers a bad token and a failing network with the same class; only the code tells them apart.
const outages = ['internal-error', 'network-error', 'network-timeout', 'invalid-credential', 'unknown-error']

function isRefusal(error: unknown): boolean {
  return error instanceof FirebaseAuthError && !outages.some(code => error.code.endsWith(code))
}
