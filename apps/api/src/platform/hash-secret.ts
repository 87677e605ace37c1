import { createHash } from 'node:crypto'

/** What is stored of a random secret, such as a token or a recovery code. Not for passwords, which people choose. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}
