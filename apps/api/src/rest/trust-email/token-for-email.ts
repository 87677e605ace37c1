import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '../../platform/platform.ts'

/**
 * The access token of whoever has an email, for anyone who names it.
 * @throws DomainError ACCOUNT_MISSING
 */
export async function tokenForEmail({ database, accessTokens }: Platform, email: string): Promise<string> {
  const user = await database.user.findFirst({ where: { email, deletedAt: null }, select: { id: true } })
  if (!user) throw new DomainError('ACCOUNT_MISSING', 'There is no account with this email yet. Sign up first.')
  return accessTokens.issue(user.id).accessToken
}
