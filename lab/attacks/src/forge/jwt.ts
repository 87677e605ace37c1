import { createHmac, type KeyObject, sign as signWith } from 'node:crypto'

type Claims = Record<string, unknown>

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What a token claims, whoever made it. */
export function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

/** A token that nobody has signed. */
export function unsigned(claims: Claims, header: Claims = {}): string {
  return `${encode({ typ: 'JWT', ...header, alg: 'none' })}.${encode(claims)}.`
}

/** A token signed with a shared secret, by HS256 unless told otherwise. */
export function signed(claims: Claims, secret: string, alg: 'HS256' | 'HS384' | 'HS512' = 'HS256'): string {
  const content = `${encode({ typ: 'JWT', alg })}.${encode(claims)}`
  return `${content}.${createHmac(`sha${alg.slice(2)}`, secret)
    .update(content)
    .digest('base64url')}`
}

/** A token signed with a private key, by RS256. */
export function signedByKey(claims: Claims, key: KeyObject, header: Claims = {}): string {
  const content = `${encode({ typ: 'JWT', ...header, alg: 'RS256' })}.${encode(claims)}`
  return `${content}.${signWith('sha256', Buffer.from(content), key).toString('base64url')}`
}
