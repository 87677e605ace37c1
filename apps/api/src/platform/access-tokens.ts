/** The product's own access tokens: a subject (the user's id) and nothing that decides what they may do. */
export interface AccessTokens {
  /** @param ttlS how long it is valid, in seconds; an hour by default */
  issue(userId: string, ttlS?: number): { accessToken: string; expiresAt: Date }
  /** @returns the user's id, or null when the token is not a valid one of ours */
  verify(accessToken: string): string | null
}
