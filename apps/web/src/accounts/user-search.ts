import type { Role } from '@second-ring/contracts/accounts/account'
import * as z from 'zod/mini'

const MAX_LENGTH = 100

/** What an admin's list of users keeps in its URL. A search for digits or `true` arrives as a number or a boolean. */
export const UserSearch = z.object({
  /** Part of a name or an email; undefined for everyone. */
  search: z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.number(), z.boolean()]),
        z.transform(text => cleanSearch(String(text))),
      ),
    ),
    undefined,
  ),
})
export type UserSearch = z.infer<typeof UserSearch>

export function readUserSearch(search: unknown): UserSearch {
  return UserSearch.parse(search)
}

/** A search as it may be asked; undefined when there is nothing to look for. */
export function cleanSearch(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has these, and the database stores no NUL
  const printable = text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, '')
  return printable.trim().slice(0, MAX_LENGTH).trim() || undefined
}

/** What is asked of the server. */
export function usersQuery(role: Role, search: string | undefined) {
  return { role, ...(search && { search }) }
}
