import { createHmac, timingSafeEqual } from 'node:crypto'
import { Id } from '@second-ring/contracts/ids'

/** What stands in an unsubscribe link: whose mails it turns off, signed. It can do nothing else, and does not expire. */
export interface UnsubscribeTokens {
  sign(userId: string): string
  /** @returns whose it is; null when the market did not sign it */
  verify(token: string): string | null
}

const SIGNATURE_BYTES = 16

/** Signs with a key derived from the market's secret; takes those of the secret before, too. */
export function createUnsubscribeTokens(secret: string, previousSecret?: string): UnsubscribeTokens {
  const keys = [secret, ...(previousSecret === undefined ? [] : [previousSecret])].map(keyOf)
  return {
    sign: userId => `${userId}.${signature(keyOf(secret), userId).toString('base64url')}`,
    verify(token) {
      const [id, signed = ''] = token.split('.')
      const userId = Id.safeParse(id).data
      const given = Buffer.from(signed, 'base64url')
      if (userId === undefined || given.length !== SIGNATURE_BYTES) return null
      return keys.some(key => timingSafeEqual(signature(key, userId), given)) ? userId : null
    },
  }
}

// Of a purpose of its own, so that no other signature of the market passes for one.
function keyOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('unsubscribe').digest()
}

function signature(key: Buffer, userId: string): Buffer {
  return createHmac('sha256', key).update(userId).digest().subarray(0, SIGNATURE_BYTES)
}
