import * as z from 'zod/mini'

/** What is listed on the page of a user, by its name in the URL. */
export const UserPart = z.enum(['listings', 'bought', 'sold', 'earnings', 'audit', 'sessions'])
export type UserPart = z.infer<typeof UserPart>

/** What the page of a user keeps in its URL. */
const UserPartSearch = z.object({ part: z.catch(z.optional(UserPart), undefined) })
export type UserPartSearch = z.infer<typeof UserPartSearch>

export function readUserPart(search: unknown): UserPartSearch {
  return UserPartSearch.parse(search)
}
