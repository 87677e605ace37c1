import { createHash } from 'node:crypto'

/**
 * The id of a thing of the demo market: the same for the same words at every seed.
 * @returns a UUID of version 8 (RFC 9562: made by a rule of one's own), from the words' SHA-256
 */
export function stableId(...words: string[]): string {
  const hash = createHash('sha256')
    .update(['second-ring', ...words].join('/'))
    .digest('hex')
  const variant = (8 + (Number.parseInt(hash.slice(16, 17), 16) % 4)).toString(16)
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** Six digits that are the same for the same words at every seed. */
export function stableDigits(...words: string[]): string {
  const number = Number.parseInt(stableId('digits', ...words).slice(0, 8), 16) % 1_000_000
  return `${number}`.padStart(6, '0')
}
