import type { Role } from '@second-ring/contracts/accounts/account'

const MAX_LENGTH = 100

/** What an admin's list of users keeps in its URL. */
export interface UserSearch {
  /** Part of a name or an email; undefined for everyone. */
  search?: string | undefined
}

/**
 * Reads the URL. A search for digits or `true` arrives as a number or a boolean; anything else is no search. Without a
 * schema, which would be the only one of these screens.
 */
export function readUserSearch({ search }: { search?: unknown }): UserSearch {
  const isText = typeof search === 'string' || typeof search === 'number' || typeof search === 'boolean'
  return { search: isText ? cleanSearch(String(search)) : undefined }
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
