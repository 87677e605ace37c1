/** Someone whom the identity provider knows. */
export interface Person {
  uid: string
  email: string
  displayName: string
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
}
