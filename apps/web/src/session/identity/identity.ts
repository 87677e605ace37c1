/** Someone whom the identity provider knows. */
export interface Person {
  uid: string
  email: string
  displayName: string
}

/** What a mailed link is for: proving an email, a new password, proving the new email of an account, taking that back. */
export type MailedAction = 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail' | 'recoverEmail'

/** A way in that an account has: by its password, or by a Google account with an email of its own. */
export interface LinkedSignIn {
  providerId: string
  email: string
}

/** The account that a person picks in the sandbox's account chooser; null when they close it. */
export type ChooseGoogleAccount = () => Promise<{ email: string; name: string } | null>

/** The identity provider in the product's words. Errors are the provider's own errors, with its message. */
export interface Identity {
  /** The provider's first report: who is signed in at this browser, or null. */
  ready(): Promise<Person | null>
  signUp(email: string, password: string): Promise<Person>
  setDisplayName(name: string): Promise<void>
  signIn(email: string, password: string): Promise<Person>
  signInWithGoogle(choose: ChooseGoogleAccount): Promise<Person>
  /** The proof of who is signed in; renewed when it has expired, or at once with `fresh`. */
  idToken(fresh?: boolean): Promise<string>
  signOut(): Promise<void>
  /** Every way in to whoever is signed in, as the provider has them now. */
  signIns(): Promise<LinkedSignIn[]>
  /** Takes a way in from whoever is signed in. */
  unlink(providerId: string): Promise<void>
  /** Whether the provider knows, by now, that their email is theirs. */
  isEmailProven(): Promise<boolean>
  /** Has a link mailed that proves their email. */
  mailProof(): Promise<void>
  /** Has a link mailed to a new address that makes it theirs. Works shortly after a sign-in. */
  mailEmailChange(newEmail: string): Promise<void>
  /** Has a link mailed that sets a new password, where the address has an account. */
  mailPasswordReset(email: string): Promise<void>
  /** Works shortly after a sign-in. */
  changePassword(newPassword: string): Promise<void>
  /** The email that a mailed code is about: the new one, where it is changed. Rejects for one that holds no more. */
  checkCode(code: string, action: MailedAction): Promise<string>
  /** Proves or changes an email. */
  applyCode(code: string): Promise<void>
  setPasswordByCode(code: string, newPassword: string): Promise<void>
}
