import type { LoginForm } from '@second-ring/contracts/accounts/forms'
import { cleanName, isPersonName } from '@second-ring/contracts/name-signs'
import { domainCode } from '#api-client/errors.ts'
import type { ChooseGoogleAccount, Identity, Person } from '#session/identity/identity.ts'
import type { AccountDependencies } from './account-dependencies.ts'
import { recallSignUp, rememberSignUp } from './pending-sign-up.ts'

const NEXT_SECOND_MS = 1000

/**
 * Signs in by email and password: once more a second later where the server takes it for a sign-in whose session has ended. The
 * provider counts in whole seconds, and whoever signs out and in again within one looks the same.
 */
export async function signInByEmail(dependencies: AccountDependencies, { email, password }: LoginForm): Promise<void> {
  const identity = await dependencies.loadIdentity()
  const signIn = async () => beginOrRecover(dependencies, identity, await identity.signIn(email, password))
  try {
    await signIn()
  } catch (error) {
    if (domainCode(error) !== 'SESSION_ENDED') throw error
    await new Promise(resolve => setTimeout(resolve, NEXT_SECOND_MS))
    await signIn()
  }
}

/** Signs in by a Google account; the first time, the product gets to know its owner as a buyer. */
export async function signInByGoogle(dependencies: AccountDependencies, choose: ChooseGoogleAccount): Promise<void> {
  const identity = await dependencies.loadIdentity()
  await beginOrRecover(dependencies, identity, await identity.signInWithGoogle(choose))
}

// A sign-up can be cut short between the provider's account and the product's record; signing in finishes it.
async function beginOrRecover(dependencies: AccountDependencies, identity: Identity, person: Person): Promise<void> {
  try {
    await dependencies.beginSession()
  } catch (error) {
    if (domainCode(error) !== 'ACCOUNT_MISSING') throw error
    return beginAfresh(dependencies, identity, person)
  }
  rememberSignUp(null)
}

/** Makes the record of whoever is signed in at the provider; an account of their email that nobody has proven gives way. */
export async function beginAfresh(
  dependencies: AccountDependencies,
  identity: Identity,
  person: Person,
): Promise<void> {
  const pending = recallSignUp(person.uid)
  const name = pending?.name ?? nameOf(person)
  await dependencies.register({ idToken: await identity.idToken(), name, role: pending?.role ?? 'BUYER' })
  await dependencies.beginSession()
  rememberSignUp(null)
}

/** The name that the provider knows, or what stands before the @, without what a name may not have. */
export function nameOf(person: Person): string {
  const names = [person.displayName, person.email.split('@')[0] ?? ''].map(cleanName)
  return names.find(name => name !== '' && isPersonName(name)) ?? 'Member'
}
