/** A moment for a text that is written once for readers of every time zone, such as `2026-11-23 14:00 UTC`. */
export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
