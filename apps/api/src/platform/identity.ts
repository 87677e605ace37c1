/** What the identity provider vouches for. */
export interface IdentityClaims {
  uid: string
  /** Normalised; null for a provider account without one. */
  email: string | null
  /** Whether the provider knows that the email is theirs, by a mailed link or by Google. */
  emailProven: boolean
  /** When the user signed in; a renewed ID token still has that time. */
  signedInAt: Date
  /** Whether they signed in by the account's password. */
  byPassword: boolean
  /** The email, normalised, of the Google account that they signed in by; null by a password, or without one. */
  linkedEmail: string | null
  /** Every way in that the account has, such as `password` or `google.com ana@x.test`, sorted. */
  signIns: string[]
  /** Whether the account has a password; the provider takes an unproven account's when its email signs in by Google. */
  hasPassword: boolean
  /** Sign-ins from before count no more: the provider moves it when the password changes. In whole seconds. */
  validSince: Date
}

/** A sign-in that the identity provider has ended: revoked, or of an account that is disabled or gone. */
export interface EndedSignIn {
  isEnded: true
  uid: string
  /** Sign-ins from before have all ended; null where all have, as of an account that is disabled or gone. */
  before: Date | null
}

/** The identity provider, in the domain's words. */
export interface IdentityProvider {
  /**
   * Who holds this ID token.
   * @returns null when the token is forged, expired, of another project, or of a way in that was unlinked
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  verifyIdToken(idToken: string): Promise<IdentityClaims | EndedSignIn | null>
  /**
   * The email of an account, normalised, and whether it is proven.
   * @returns null when there is no such account
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  findAccount(uid: string): Promise<{ email: string | null; emailProven: boolean } | null>
  /**
   * The email, normalised, that a mailed code proves; the code can still be used after it.
   * @returns null for a code that holds no more, or is of another kind
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  readProof(code: string): Promise<string | null>
  /**
   * Has the provider mail the link that proves the email of whom an ID token is.
   * @returns whether it did: it mails one address only so often
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  mailProof(idToken: string): Promise<boolean>
  /**
   * Removes an account and ends its sessions; one that is gone already is no error.
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  removeAccount(uid: string): Promise<void>
}
