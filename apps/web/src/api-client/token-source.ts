/** What the API's clients need of a session. */
export interface TokenSource {
  /** The access token, renewed when it is due; null when nobody is signed in. */
  accessToken(): Promise<string | null>
  /** Renews a token that a request was rejected for; what the server answered says whether the session has ended. */
  renewRefused(used: string, refusal: unknown): Promise<void>
  end(reason: 'lost'): Promise<void>
}
