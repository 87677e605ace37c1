import type { Role } from '@second-ring/contracts/accounts/account'

const MAX_LENGTH = 100

/** What an admin's list of people keeps in its address. */
interface PeopleSearch {
  /** Part of a name or an email; undefined for everyone. */
  search?: string | undefined
}

/** Reads the address. A search for digits or `true` arrives as a number or a boolean; anything else is no search. */
export function readUserSearch({ search }: Record<string, unknown>): PeopleSearch {
  const isText = typeof search === 'string' || typeof search === 'number' || typeof search === 'boolean'
  return { search: isText ? cleanSearch(String(search)) : undefined }
}

/** A search as it may be asked; undefined when there is nothing to look for. */
export function cleanSearch(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has these, and the database stores no NUL
  const printable = text.toWellFormed().replaceAll(/[\u0000-\u001f\u007f]/g, '')
  return printable.trim().slice(0, MAX_LENGTH).trim() || undefined
}

/** The question behind a list, so that a route's loader and its component share one fetch. */
export function usersQuery(role: Role, search: string | undefined) {
  return { role, ...(search && { search }) }
}
