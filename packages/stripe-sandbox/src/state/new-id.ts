import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `length` random letters and digits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** An id in the provider's form, such as `pi_3QxY…`: the prefix says what it is of. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
