import type { SignUpForm } from '@second-ring/contracts/accounts/forms'
import { domainCode } from '#api-client/errors.ts'
import { logFailure } from '#api-client/log.ts'
import type { ChooseGoogleAccount, Identity } from '#session/identity/identity.ts'
import type { AccountDependencies } from './account-dependencies.ts'
import { type PendingSignUp, rememberSignUp } from './pending-sign-up.ts'
import { mailProof } from './proof-mail.ts'
import { nameOf } from './sign-in.ts'

/** How a sign-up ended: with a session, or with the product's record still to be made by the next login. */
export type SignUpEnd = 'signed-in' | 'record-missing'

/** Signs up by email and password; `onCreated` learns once the provider has the account. */
export async function signUpByEmail(
  dependencies: AccountDependencies,
  form: SignUpForm,
  onCreated: () => void,
): Promise<SignUpEnd> {
  const identity = await dependencies.loadIdentity()
  const person = await identity.signUp(form.email, form.password)
  onCreated()
  const end = await finish(dependencies, identity, { uid: person.uid, name: form.name, role: form.role })
  // Not waited for: the banner sends another one.
  mailProof(identity, person.email).catch(error =>
    logFailure('The link that proves the email could not be mailed.', error),
  )
  return end
}

/** Signs up by a Google account, always as a buyer. */
export async function signUpByGoogle(
  dependencies: AccountDependencies,
  choose: ChooseGoogleAccount,
  onCreated: () => void,
): Promise<SignUpEnd> {
  const identity = await dependencies.loadIdentity()
  const person = await identity.signInWithGoogle(choose)
  onCreated()
  return finish(dependencies, identity, { uid: person.uid, name: nameOf(person), role: 'BUYER' })
}

// The specification: a record that could not be made is only logged. The next login makes it.
async function finish(
  dependencies: AccountDependencies,
  identity: Identity,
  { uid, name, role }: PendingSignUp,
): Promise<SignUpEnd> {
  rememberSignUp({ uid, name, role })
  try {
    await identity.setDisplayName(name)
    await dependencies.register({ idToken: await identity.idToken(), name, role })
    await dependencies.beginSession()
  } catch (error) {
    // Somebody else's sign-in was in the way, and is gone: the next login is not enough said.
    if (domainCode(error) === 'SIGN_IN_AGAIN') throw error
    logFailure('The account could not be recorded; the next login does it.', error)
    return 'record-missing'
  }
  rememberSignUp(null)
  return 'signed-in'
}
