import { storedText } from '#api-client/stored.ts'

const STORAGE_KEY = 'accessToken'

/** The access token, kept for the next visit. With storage blocked it reads null, and the session lasts as long as the page. */
export const accessToken = storedText(STORAGE_KEY)

/** The token of a session that only the provider ended, for the login that follows in any tab. */
export const tokenBefore = storedText('accessTokenBefore')

/** Why the session ended that this browser had last, for its other tabs. Store it before the token is removed, which is what they hear of. */
export const sessionEnding = storedText('sessionEnding')

/**
 * Tells when another tab signs in or out. `storage` events come from other tabs only; a null key is a clear. What the event
 * says is taken, for this tab may have stored a token since.
 */
export function onTokenChangedElsewhere(listener: (token: string | null) => void): void {
  addEventListener('storage', event => {
    if (event.key === STORAGE_KEY || event.key === null) listener(event.newValue)
  })
  // A page restored by Back has slept through such events.
  addEventListener('pageshow', event => {
    if (event.persisted) listener(accessToken.read())
  })
}

/** When a token ends, in milliseconds since 1970; 0 when it cannot be read. Read for timing only, never for trust. */
export function tokenExpiry(token: string): number {
  const exp = claimOf(token, 'exp')
  return typeof exp === 'number' ? exp * 1000 : 0
}

/** What a token says under a name; undefined when it cannot be read. Not for trust: nothing checks its signature here. */
export function claimOf(token: string, name: string): unknown {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    return JSON.parse(atob(payload))?.[name]
  } catch {
    return undefined // Not a token of ours.
  }
}
