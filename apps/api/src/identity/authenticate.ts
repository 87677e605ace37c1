import { poolOf } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { type AccountRow, toAccount } from './account-select.ts'
import type { Actor } from './actor.ts'

// In plain SQL, by name: it is asked with every call of someone who is signed in.
const presentUser = {
  name: 'present-user',
  text: `SELECT "id", "email", "name", "role", "verified_at" AS "verifiedAt" FROM "users"
    WHERE "id" = $1 AND "deleted_at" IS NULL`,
}

/** Who holds this access token now; null without a valid token, and for a deleted user. The role is the database's. */
export async function authenticate(platform: Platform, accessToken: string | null): Promise<Actor | null> {
  const userId = accessToken === null ? null : platform.accessTokens.verify(accessToken)
  if (userId === null) return null
  const { rows } = await poolOf(platform.database).query<AccountRow>({ ...presentUser, values: [userId] })
  return rows[0] ? toAccount(rows[0]) : null
}

/**
 * The token of an `authorization` header: the scheme in any case; `null` and `undefined`, which clients without a token
 * send, count as none.
 */
export function bearerToken(header: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1]
  return token === undefined || token === 'null' || token === 'undefined' ? null : token
}
