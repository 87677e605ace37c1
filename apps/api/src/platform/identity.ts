/** What the identity provider vouches for. */
export interface IdentityClaims {
  uid: string
  /** Normalised; null for a provider account without one. */
  email: string | null
  /** When the user signed in; a renewed ID token still has that time. */
  signedInAt: Date
}

/** The identity provider, in the domain's words. */
export interface IdentityProvider {
  /**
   * Who holds this ID token.
   * @returns null when the token is forged, expired, revoked, of another project, or its account is gone or disabled
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  verifyIdToken(idToken: string): Promise<IdentityClaims | null>
  /**
   * Removes an account and ends its sessions; one that is gone already is no error.
   * @throws DomainError PROVIDER_UNAVAILABLE
   */
  removeAccount(uid: string): Promise<void>
}
