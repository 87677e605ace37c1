/** A moment for a text that is written once for readers of every time zone, such as `2026-11-23 14:00 UTC`. */
export function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Such a text with its moments as the clock here shows them. */
export function inLocalTime(text: string): string {
  return text.replaceAll(/(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g, (_, day, time) =>
    new Date(`${day}T${time}Z`).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' }),
  )
}
