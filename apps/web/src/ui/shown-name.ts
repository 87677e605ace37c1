/** The name to show of a person. The server blanks the name of someone whose account was removed. */
export function shownName(name: string): string {
  return name.trim() || 'Deleted user'
}
