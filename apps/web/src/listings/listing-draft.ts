const keyOf = (userId: string) => `listingDraft:${userId}`

/** What this user typed into the form of a new post in this tab and has not posted yet, by field; without the picture. */
export function readDraft(userId: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? '{}')
    const fields = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
  } catch {
    return {}
  }
}

/** Stores what is typed, for whoever comes back to the form in this tab. */
export function storeDraft(userId: string, fields: Record<string, unknown>): void {
  try {
    sessionStorage.setItem(keyOf(userId), JSON.stringify(fields))
  } catch {
    // A browser that stores nothing keeps it on the page alone.
  }
}

/** Forgets what was typed: it is posted. */
export function forgetDraft(userId: string): void {
  try {
    sessionStorage.removeItem(keyOf(userId))
  } catch {
    // Nothing was stored.
  }
}
