/** What is listed on the page of a user, by its name in the URL. */
export const userParts = ['listings', 'bought', 'sold', 'earnings', 'audit', 'sessions'] as const
export type UserPart = (typeof userParts)[number]

/** What the page of a user keeps in its URL. */
export interface UserPartSearch {
  part?: UserPart | undefined
}

/** The part that a URL names; the listings where it names none. */
export function readUserPart({ part }: { part?: unknown }): UserPart {
  return userParts.find(one => one === part) ?? 'listings'
}
