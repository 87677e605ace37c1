const STORAGE_KEY = 'accessToken'
const ENDING_KEY = 'sessionEnding'

/** The stored access token; null when there is none or storage is blocked. */
export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

/** Keeps the token for the next visit. With storage blocked the session lasts as long as the page. */
export function storeAccessToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, token)
  } catch {
    // Nothing to do: the page itself still holds the token.
  }
}

/** Why the session ended that this browser had last, for its other tabs; null when storage is blocked, or it goes on. */
export function readEnding(): string | null {
  try {
    return localStorage.getItem(ENDING_KEY)
  } catch {
    return null
  }
}

/** Keeps why the session ended. Call it before the token is removed, which is what the other tabs hear of. */
export function storeEnding(why: string | null): void {
  try {
    if (why === null) localStorage.removeItem(ENDING_KEY)
    else localStorage.setItem(ENDING_KEY, why)
  } catch {
    // Nothing to do: the other tabs say it in general words.
  }
}

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
    if (event.persisted) listener(readAccessToken())
  })
}

/** When a token ends, in milliseconds since 1970; 0 when it cannot be read. Read for timing only, never for trust. */
export function tokenExpiry(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    if (claims && typeof claims === 'object' && 'exp' in claims && typeof claims.exp === 'number')
      return claims.exp * 1000
  } catch {
    // Not a token of ours.
  }
  return 0
}
