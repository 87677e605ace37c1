import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '#platform/platform.ts'

/** Two days, in seconds: the specification's old clients never renew a token. */
const TOKEN_TTL_S = 2 * 24 * 60 * 60

/**
 * The access token of whoever has an email, for anyone who names it.
 * @throws DomainError ACCOUNT_MISSING
 */
export async function tokenForEmail({ database, accessTokens }: Platform, email: string): Promise<string> {
  const user = await database.user.findFirst({ where: { email, deletedAt: null }, select: { id: true } })
  if (!user) throw new DomainError('ACCOUNT_MISSING', 'There is no account with this email yet. Sign up first.')
  return accessTokens.issue(user.id, TOKEN_TTL_S).accessToken
}
