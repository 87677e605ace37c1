/** A user's text as a quotation in one line, which no quotation mark within it ends. */
export function quoted(text: string): string {
  return `“${text
    .replaceAll(/["“”„‟«»]/g, '’')
    .replaceAll(/\s+/g, ' ')
    .trim()}”`
}
