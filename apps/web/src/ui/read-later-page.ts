/** What the address of a list's later page has: the cursor after which it begins. */
export interface LaterPage {
  after?: string | undefined
}

/** Reads it; what is no text is no cursor either, and is not found. */
export function readLaterPage({ after }: { after?: unknown }): LaterPage {
  return { after: after === undefined ? undefined : String(after) }
}
