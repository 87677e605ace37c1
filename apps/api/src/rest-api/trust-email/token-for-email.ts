import { DomainError } from '@second-ring/contracts/errors'
import { beginSession } from '#accounts/begin-session.ts'
import { presentUser } from '#identity/present-user.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import type { Platform } from '#platform/platform.ts'

/** Two days, in seconds: the specification's old clients never renew a token. */
const TOKEN_TTL_S = 2 * 24 * 60 * 60

/**
 * The access token of whoever has an email, for anyone who names it.
 * @throws DomainError ACCOUNT_MISSING, ACCOUNT_SUSPENDED
 */
export async function tokenForEmail(platform: Platform, email: string, from?: SessionOrigin): Promise<string> {
  const { database, accessTokens } = platform
  const user = await database.user.findFirst({ where: { email, ...presentUser }, select: { id: true } })
  if (!user) throw new DomainError('ACCOUNT_MISSING', 'There is no account with this email yet. Sign up first.')
  const signIn = { userId: user.id, signedInAt: null, from }
  const sessionId = await database.$transaction(tx => beginSession(tx, platform, signIn))
  return accessTokens.issue({ userId: user.id, sessionId }, TOKEN_TTL_S).accessToken
}
