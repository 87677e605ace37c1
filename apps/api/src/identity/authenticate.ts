import { type Parameters, prepare, query } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { toAccount } from './account-select.ts'
import type { Caller } from './caller.ts'

// Compiled once: it runs with every call of a user who is signed in.
const findPresentUser = prepare((parameter: Parameters<{ id: string }>) =>
  query
    .selectFrom('users')
    .where('id', '=', parameter('id'))
    .where('deleted_at', 'is', null)
    .where('set_aside_at', 'is', null)
    .select(['id', 'email', 'name', 'role', 'verified_at as verifiedAt', 'email_verified_at as emailVerifiedAt']),
)

/** Who holds this access token now; null without a valid token, for a deleted user, and for an account that is set aside. The role is the database's. */
export async function authenticate(platform: Platform, accessToken: string | null): Promise<Caller | null> {
  const userId = accessToken === null ? null : platform.accessTokens.verify(accessToken)
  if (userId === null) return null
  const [user] = await findPresentUser(platform.database, { id: userId })
  return user ? toAccount(user) : null
}

/**
 * The token of an `authorization` header: the scheme in any case; `null` and `undefined`, which clients without a token
 * send, count as none.
 */
export function bearerToken(header: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1]
  return token === undefined || token === 'null' || token === 'undefined' ? null : token
}
