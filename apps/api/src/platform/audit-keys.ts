import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature, with the id of the key that made it. */
export interface Signed {
  keyId: string
  signature: string
}

/** What signs the audit, from outside the database: HMAC-SHA256 with the key of today. */
export interface AuditKeys {
  /** The id of today's key: 16 hex digits, from which nothing of the key can be told. */
  keyId: string
  /** How many links at the chain's start are of the time before there was a key, and bear no signature. */
  unsigned: number
  /** Whether a key of this id is at hand, today's or one before it. */
  knows(keyId: string): boolean
  /** @returns the signature of a list of texts and numbers, in hex */
  sign(parts: readonly Signable[]): Signed
  /** Whether the key of that id has signed this. False for a key that is not at hand. */
  hasSigned(parts: readonly Signable[], signed: Signed): boolean
}

export type Signable = string | number | null

/**
 * @param key today's, of 32 bytes at least
 * @param previous keys that have signed before, so that what they signed can still be checked
 * @param unsigned how many links there were before the first key: no other one may be without a signature
 */
export function createAuditKeys(key: string, previous: readonly string[] = [], unsigned = 0): AuditKeys {
  const keyId = idOf(key)
  const keys = new Map([...previous, key].map(each => [idOf(each), each]))
  return {
    keyId,
    unsigned,
    knows: id => keys.has(id),
    sign: parts => ({ keyId, signature: hmac(key, [...parts, keyId]) }),
    hasSigned(parts, signed) {
      const signing = keys.get(signed.keyId)
      if (signing === undefined) return false
      const [ours, theirs] = [hmac(signing, [...parts, signed.keyId]), signed.signature].map(text => Buffer.from(text))
      return ours !== undefined && ours.length === theirs?.length && timingSafeEqual(ours, theirs)
    },
  }
}

function idOf(key: string): string {
  return hmac(key, ['key id']).slice(0, 16)
}

// As JSON, so that no two lists read the same.
function hmac(key: string, parts: readonly Signable[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
}
