import * as z from 'zod/mini'

/** An error of the site's own code in a browser, without anything that somebody typed. */
export const ClientError = z.strictObject({
  /** Where it was caught: by the page, in a promise, or while a screen was drawn. */
  kind: z.enum(['page', 'promise', 'screen']),
  /** Such as `TypeError`. */
  name: z.string().check(z.maxLength(60)),
  message: z.string().check(z.maxLength(300)),
  /** Where in the code: file, line and column. */
  source: z.string().check(z.maxLength(200)),
  /** The route of the screen, such as `/listings/$listingId`. */
  route: z.string().check(z.maxLength(100)),
})
export type ClientError = z.infer<typeof ClientError>

/** What may name a person or their things: emails, ids, numbers, quoted words, and what follows a `?` or `#`. */
const personal = /[^\s@]+@[^\s@]+|[\w-]*\d{3,}[\w-]*|'[^']*'|"[^"]*"|“[^”]*”|[?#]\S*/g

/** Returns a text with what may be personal taken out. */
export function withoutPersonalData(text: string): string {
  return text.replace(personal, '…')
}
