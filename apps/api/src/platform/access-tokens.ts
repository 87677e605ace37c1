/** The product's own access tokens: a subject (the user's id) and nothing that decides what they may do. */
export interface AccessTokens {
  issue(userId: string): { accessToken: string; expiresAt: Date }
  /** @returns the user's id, or null when the token is not a valid one of ours */
  verify(accessToken: string): string | null
}
