/** What stands in a cell: a text, or cents, which are written as dollars, such as `-19.50`. */
export type Cell = string | { cents: number } | null

/** A line of a CSV file (RFC 4180). A spreadsheet runs no text of it as a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

function toCell(value: Cell): string {
  // A number, also a negative one, is no formula.
  if (typeof value === 'object' && value !== null) return (value.cents / 100).toFixed(2)
  const text = value ?? ''
  // A spreadsheet runs what begins like a formula.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}
