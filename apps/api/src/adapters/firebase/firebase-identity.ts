import { DomainError } from '@second-ring/contracts/errors'
import { type App, cert, initializeApp } from 'firebase-admin/app'
import { type DecodedIdToken, FirebaseAuthError, getAuth, type UserRecord } from 'firebase-admin/auth'
import * as z from 'zod/mini'
import type { EndedSignIn, IdentityClaims, IdentityProvider } from '#platform/identity.ts'
import { mailProof, readProof } from './proof-mails.ts'

interface FirebaseSettings {
  projectId: string
  /** The service account's JSON; absent with the emulator, and where Google's application default credentials are used. */
  serviceAccount?: string | undefined
}

interface SignInSettings extends FirebaseSettings {
  /** The browser's key, which the provider asks of whoever looks at a mailed code. */
  apiKey: string
  /** `host:port` of the emulator. */
  emulatorHost?: string | undefined
}

/** The identity provider on Firebase's own SDK; the emulator stands behind the SDK when its variable is set. */
export function createFirebaseIdentity(settings: SignInSettings): IdentityProvider {
  const auth = getAuth(firebaseApp(settings))

  async function readUser(uid: string): Promise<UserRecord | null> {
    try {
      return await auth.getUser(uid)
    } catch (error) {
      if (isMissing(error)) return null
      throw unavailable(error)
    }
  }

  return {
    async verifyIdToken(idToken) {
      const read = readClaims(idToken)
      if (!read) return null
      let token: DecodedIdToken | null = null
      try {
        token = await auth.verifyIdToken(idToken)
      } catch (error) {
        // Against the emulator the SDK looks for an end by itself, once it has verified the token.
        if (!isEnd(error)) {
          if (isRefusal(error)) return null
          throw unavailable(error)
        }
      }
      const signIn = token ?? VerifiedClaims.parse(read)
      // What can change after the sign-in is the account's, not the token's.
      const account = await readUser(signIn.sub)
      return endOf(signIn, account) ?? (token && account && toClaims(token, account))
    },
    async findAccount(uid) {
      const account = await readUser(uid)
      return account && { email: addressIn(account), emailProven: account.emailVerified }
    },
    readProof: code => readProof(code, settings),
    mailProof: idToken => mailProof(idToken, settings),
    async removeAccount(uid) {
      try {
        await auth.deleteUser(uid)
      } catch (error) {
        if (!isMissing(error)) throw unavailable(error)
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof FirebaseAuthError && error.code === 'auth/user-not-found'
}

function toClaims(token: DecodedIdToken, account: UserRecord): IdentityClaims | null {
  const email = addressIn(token)
  const signedInAt = new Date(token.auth_time * 1000)
  const { sign_in_provider: signedInBy } = token.firebase
  const byPassword = signedInBy === 'password'
  // What was unlinked since opens nothing.
  const link = account.providerData.find(({ providerId }) => providerId === signedInBy)
  if (!link) return null
  const emailProven = account.emailVerified && email !== null && email === addressIn(account)
  return {
    uid: token.uid,
    email,
    emailProven,
    signedInAt,
    byPassword,
    linkedEmail: byPassword ? null : addressIn(link),
    signIns: account.providerData.map(nameOfSignIn).sort(),
    hasPassword: account.providerData.some(({ providerId }) => providerId === 'password'),
    validSince: wholeSeconds(new Date(account.tokensValidAfterTime ?? account.metadata.creationTime)),
  }
}

function nameOfSignIn(link: { providerId: string; email?: unknown }): string {
  return link.providerId === 'password' ? 'password' : `${link.providerId} ${addressIn(link) ?? ''}`.trim()
}

function wholeSeconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000)
}

/**
 * Asks the provider about someone who is not there, with the product's own credential.
 * @throws FirebaseAuthError when it is away, or refuses the credential
 */
export async function probeFirebase(settings: FirebaseSettings): Promise<void> {
  try {
    await getAuth(firebaseApp(settings)).getUser('second-ring-doctor')
  } catch (error) {
    if (!isMissing(error)) throw error
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
function readClaims(idToken: string): object | null {
  const [, claims = ''] = idToken.split('.')
  try {
    const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return typeof read === 'object' ? read : null
  } catch {
    return null
  }
}

const ends = ['auth/id-token-revoked', 'auth/user-disabled', 'auth/user-not-found']

function isEnd(error: unknown): boolean {
  return error instanceof FirebaseAuthError && ends.includes(error.code)
}

const VerifiedClaims = z.object({ sub: z.string(), auth_time: z.number() })

/** What the provider has ended of the account of a verified sign-in, this one included; null when it goes on. */
function endOf(
  { sub: uid, auth_time }: z.infer<typeof VerifiedClaims>,
  account: UserRecord | null,
): EndedSignIn | null {
  if (!account || account.disabled) return { isEnded: true, uid, before: null }
  const before = account.tokensValidAfterTime ? new Date(account.tokensValidAfterTime) : null
  return before && auth_time * 1000 < before.getTime() ? { isEnded: true, uid, before } : null
}

// The SDK answers a bad token and a failing network with the same class; only the code tells them apart.
const outages = ['internal-error', 'network-error', 'network-timeout', 'invalid-credential', 'unknown-error']

function isRefusal(error: unknown): boolean {
  return error instanceof FirebaseAuthError && !outages.some(code => error.code.endsWith(code))
}
