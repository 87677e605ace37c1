import { storedJson } from '#api-client/stored-json.ts'

const draftOf = (userId: string) => storedJson(`listingDraft:${userId}`, () => sessionStorage)

/** What this user typed into the form of a new post in this tab and has not posted yet, by field; without the picture. */
export function readDraft(userId: string): Record<string, string> {
  const fields = Object.entries(draftOf(userId).read() ?? {})
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** Stores what is typed, for whoever comes back to the form in this tab; null when it is posted. */
export function storeDraft(userId: string, fields: Record<string, unknown> | null): void {
  draftOf(userId).store(fields)
}
