import type { ExchangeSessionInput, ExchangeSessionOutput } from '@second-ring/contracts/accounts/session'
import { DomainError } from '@second-ring/contracts/errors'
import { toAccount } from '#identity/account-select.ts'
import type { SessionOrigin } from '#identity/session-origin.ts'
import type { Platform } from '#platform/platform.ts'
import { beginSession } from './begin-session.ts'
import { endOlderSessions } from './end-older-sessions.ts'
import { keepBySignIn } from './keep-account.ts'
import { lockRemovals } from './lock-removals.ts'
import { readAccount, type Shown } from './read-account.ts'
import { type SignIn, verifyIdentity } from './verify-identity.ts'

const UNPROVEN =
  'Somebody signed up with this email and a password, and never proved it. Open the link that was mailed then, or sign up to begin afresh.'

const CHANGED =
  'This login belongs to an account with another email. If you asked for the change, log in in the browser in which you asked, while you are still logged in there, or undo the change by the mail to the old email. If not, sign up to begin an account of your own.'

/** How a sign-in enters. */
export interface Entry {
  /** An access token of the session that is to be renewed, of any age; without it another session begins. */
  accessToken?: string | null | undefined
  /** Whether the client shows no access token when it asks for the next one. */
  lapses?: boolean | undefined
}

/**
 * Exchanges the identity provider's ID token for the product's access token, in the session of the access token that is shown
 * beside it, where that is of the same sign-in, or in a new one. Where the password or the email changed since the last exchange, all other sessions end. A new sign-in keeps an account that is about
 * to be deleted.
 * @throws DomainError UNAUTHENTICATED, ACCOUNT_MISSING (signed up at the provider, not registered here), ACCOUNT_UNPROVEN (see
 * `readAccount`), ACCOUNT_SUSPENDED, FORBIDDEN (the email is banned, or see there), SESSION_ENDED
 */
export async function exchangeSession(
  platform: Platform,
  { idToken, ...shown }: ExchangeSessionInput & Shown & Entry,
  from?: SessionOrigin,
): Promise<ExchangeSessionOutput> {
  return enter(platform, { ...shown, signIn: await verifyIdentity(platform, idToken) }, from)
}

/** The same for a sign-in that was verified. */
export async function enter(
  platform: Platform,
  { signIn, accessToken: held, lapses, ...shown }: Shown & Entry & { signIn: SignIn },
  from?: SessionOrigin,
): Promise<ExchangeSessionOutput> {
  const found = await readAccount(platform, signIn, shown)
  if (found === 'missing') {
    throw new DomainError('ACCOUNT_MISSING', 'There is no account for this sign-in yet. Sign up first.')
  }
  if ('unprovenId' in found) throw new DomainError('ACCOUNT_UNPROVEN', signIn.byPassword ? CHANGED : UNPROVEN)
  const { row, changed } = found
  const { signedInAt, validSince } = signIn
  const isLeaving = row.deletesAt !== null
  const holder = held ? platform.accessTokens.holderOf(held) : null
  const heldSessionId = holder?.userId === row.id ? holder.sessionId : null
  const { sessionId, deletionCancelled } = await platform.database.$transaction(async tx => {
    if (isLeaving) await lockRemovals(tx)
    const sessionId = await beginSession(tx, platform, { userId: row.id, signedInAt, from, heldSessionId, lapses })
    return { sessionId, deletionCancelled: isLeaving && (await keepBySignIn(tx, { userId: row.id, sessionId })) }
  })
  if (changed) await endOlderSessions(platform, { userId: row.id, sessionId, validSince, reason: changed })
  const { accessToken, expiresAt } = platform.accessTokens.issue({ userId: row.id, sessionId })
  const account = toAccount(deletionCancelled ? { ...row, deletesAt: null } : row)
  return { accessToken, expiresAt: expiresAt.toISOString(), account, deletionCancelled }
}
