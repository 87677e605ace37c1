/** What is listed on the page of a user, by its name in the address. */
export const userParts = ['listings', 'bought', 'sold', 'audit', 'sessions'] as const
export type UserPart = (typeof userParts)[number]

/** Reads the address; what is no part is the first. */
export function readUserPart({ part }: Record<string, unknown>): { part?: UserPart | undefined } {
  return { part: userParts.find(name => name === part) }
}
