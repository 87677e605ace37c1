import type { Platform } from '../platform/platform.ts'
import { accountSelect, toAccount } from './account-select.ts'
import type { Actor } from './actor.ts'

/** Who holds this access token now; null without a valid token, and for a deleted user. The role is the database's. */
export async function authenticate(platform: Platform, accessToken: string | null): Promise<Actor | null> {
  const userId = accessToken === null ? null : platform.accessTokens.verify(accessToken)
  if (userId === null) return null
  const row = await platform.database.user.findFirst({ where: { id: userId, deletedAt: null }, select: accountSelect })
  return row && toAccount(row)
}

/**
 * The token of an `authorization` header: the scheme in any case; `null` and `undefined`, which clients without a token
 * send, count as none.
 */
export function bearerToken(header: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1]
  return token === undefined || token === 'null' || token === 'undefined' ? null : token
}
