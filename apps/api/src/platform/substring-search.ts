/** A text for a pattern of LIKE in which each character stands for itself. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&')
}

/** Whether a trigram index helps: it is of three letters or digits in a row, and without them it would be read as a whole. */
export function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search)
}
