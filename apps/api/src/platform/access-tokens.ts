/** Whose an access token is, and in which of their sessions. */
export interface TokenHolder {
  userId: string
  sessionId: string
}

/** The product's own access tokens: a user and a session, and nothing that decides what they may do. */
export interface AccessTokens {
  /** @param ttlS how long it is valid, in seconds; an hour by default */
  issue(holder: TokenHolder, ttlS?: number): { accessToken: string; expiresAt: Date }
  /** @returns null when the token is not a valid one of ours */
  verify(accessToken: string): TokenHolder | null
  /**
   * Whose a token is or was: also one that has expired, which opens nothing, and shows beside a sign-in of which session it is.
   * @returns null when the token was never one of ours, or its key is set no more
   */
  holderOf(accessToken: string): TokenHolder | null
}
