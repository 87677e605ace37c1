import { randomBytes } from 'node:crypto'
import { type Parameters, prepare, query } from '@second-ring/database'
import { now } from '#platform/database-clock.ts'
import { hashSecret } from '#platform/hash-secret.ts'
import type { Platform } from '#platform/platform.ts'
import { accountColumns, toAccount } from './account-select.ts'
import type { Caller } from './caller.ts'
import { isPresent } from './present-user.ts'

const PREFIX = 'admin_'

/** A new admin's token, and the hash that is stored of it: 256 bits that nobody guesses. */
export function newAdminToken(): { token: string; hash: string } {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`
  return { token, hash: hashSecret(token) }
}

/** Whether a bearer is to be read as an admin's token. */
export function isAdminToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX)
}

const findHolder = prepare((parameter: Parameters<{ hash: string }>) =>
  query
    .selectFrom('admin_tokens')
    .innerJoin('users', 'users.id', 'admin_tokens.user_id')
    .where('admin_tokens.hash', '=', parameter('hash'))
    .where('admin_tokens.expires_at', '>', now)
    .where('users.role', '=', 'ADMIN')
    .where(isPresent)
    .select([...accountColumns, 'admin_tokens.id as tokenId']),
)

/** The admin who made this token, with their factor proven; null when it is none, revoked, over, or its maker no admin. */
export async function authenticateAdminToken({ database }: Platform, token: string): Promise<Caller | null> {
  const [holder] = await findHolder(database, { hash: hashSecret(token) })
  return holder ? { ...toAccount(holder), sessionId: holder.tokenId, isProven: true } : null
}
