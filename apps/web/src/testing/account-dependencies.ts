import { TRPCClientError } from '@trpc/client'
import { vi } from 'vitest'
import type { AccountDependencies } from '#accounts/account-dependencies.ts'
import type { Identity, Person } from '#session/identity/identity.ts'

export const nia: Person = { uid: 'uid-nia', email: 'nia@x.test', displayName: '' }

/** The server's error of a token exchange for somebody without a record. */
export function accountMissing() {
  return refused('There is no account for this sign-in.', 'ACCOUNT_MISSING')
}

/** The same of a sign-in whose session has ended. */
export function sessionHasEnded() {
  return refused('You have signed out. Sign in to go on.', 'SESSION_ENDED')
}

/** The same where an account with their email is there, which nobody has proven. */
export function accountUnproven() {
  return refused('Somebody signed up with this email.', 'ACCOUNT_UNPROVEN')
}

/** The same once that account has given way. */
export function signInAgain() {
  return refused('Log in with Google once more.', 'SIGN_IN_AGAIN')
}

/** The same where the provider's account is gone. */
export function signInEnded() {
  return refused('Your sign-in has ended. Sign in again.', 'UNAUTHENTICATED')
}

function refused(message: string, domainCode: string) {
  return new TRPCClientError(message, { result: { error: { data: { domainCode, httpStatus: 403 } } } } as never)
}

/** Sandboxes for the identity provider and the server; every call succeeds until a test says otherwise. */
export function fakeAccountDependencies() {
  const identity = {
    ready: vi.fn<Identity['ready']>(async () => null),
    signUp: vi.fn(async () => nia),
    setDisplayName: vi.fn(async () => undefined),
    signIn: vi.fn(async () => nia),
    signInWithGoogle: vi.fn<Identity['signInWithGoogle']>(async () => ({ ...nia, displayName: 'Nia Google' })),
    idToken: vi.fn(async () => 'proof'),
    signOut: vi.fn(async () => undefined),
    signIns: vi.fn<Identity['signIns']>(async () => [{ providerId: 'password', email: nia.email }]),
    unlink: vi.fn<Identity['unlink']>(async () => undefined),
    isEmailProven: vi.fn(async () => false),
    mailProof: vi.fn(async () => undefined),
    mailEmailChange: vi.fn<Identity['mailEmailChange']>(async () => undefined),
    mailPasswordReset: vi.fn<Identity['mailPasswordReset']>(async () => undefined),
    changePassword: vi.fn<Identity['changePassword']>(async () => undefined),
    checkCode: vi.fn<Identity['checkCode']>(async () => nia.email),
    applyCode: vi.fn<Identity['applyCode']>(async () => undefined),
    setPasswordByCode: vi.fn<Identity['setPasswordByCode']>(async () => undefined),
  } satisfies Identity
  const dependencies = {
    loadIdentity: async () => identity,
    register: vi.fn<AccountDependencies['register']>(async () => undefined),
    pendingEmail: vi.fn<AccountDependencies['pendingEmail']>(async () => null),
    beginSession: vi.fn<AccountDependencies['beginSession']>(async () => undefined),
  } satisfies AccountDependencies
  return { identity, dependencies }
}
