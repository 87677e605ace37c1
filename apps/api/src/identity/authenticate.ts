import { DomainError } from '@second-ring/contracts/errors'
import { type Parameters, prepare, query } from '@second-ring/database'
import type { TokenHolder } from '#platform/access-tokens.ts'
import { ago } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { accountColumns, toAccount } from './account-select.ts'
import type { Caller } from './caller.ts'
import { sessionEnded } from './session-ended.ts'
import { describeSuspension } from './suspended.ts'

/** Who calls. */
export interface Authentication {
  /** Null without a valid token, for a removed or suspended user, and after the end of the token's session. */
  caller: Caller | null
  /** Why the token of an ended session, or of a suspended user, opens nothing any more. */
  ended: DomainError | null
}

/** How long an account counts as recent. */
const RECENT_DAYS = 7

const nobody: Authentication = { caller: null, ended: null }

// Compiled once: it runs with every call of a user who is signed in.
const findHolder = prepare((parameter: Parameters<TokenHolder>) =>
  query
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('users.id', '=', parameter('userId'))
    .where('sessions.id', '=', parameter('sessionId'))
    .select([
      ...accountColumns,
      'sessions.id as sessionId',
      'end_reason as endReason',
      'suspension_reason as suspensionReason',
      'deleted_at as deletedAt',
    ])
    .select(({ eb }) =>
      eb('users.created_at', '>', ago(`${RECENT_DAYS} days`))
        .$castTo<boolean>()
        .as('isRecent'),
    ),
)

/** Who holds this access token now. The role and the session are the database's. */
export async function authenticate(platform: Platform, accessToken: string | null): Promise<Authentication> {
  const holder = accessToken === null ? null : platform.accessTokens.verify(accessToken)
  if (!holder) return nobody
  const [user] = await findHolder(platform.database, holder)
  if (!user) return nobody
  const { suspensionReason, deletedAt } = user
  if (deletedAt !== null) return { caller: null, ended: sessionEnded('REMOVED') }
  if (suspensionReason !== null) {
    return { caller: null, ended: new DomainError('SESSION_ENDED', describeSuspension(platform, suspensionReason)) }
  }
  if (user.endReason !== null) return { caller: null, ended: sessionEnded(user.endReason) }
  const { sessionId, isRecent } = user
  return { caller: { ...toAccount(user), sessionId, isRecent }, ended: null }
}

/**
 * The user who calls.
 * @param message what someone without a session is told
 * @throws DomainError UNAUTHENTICATED, SESSION_ENDED
 */
export function requireCaller({ caller, ended }: Authentication, message: string): Caller {
  if (caller) return caller
  throw ended ?? new DomainError('UNAUTHENTICATED', message)
}

/**
 * The token of an `authorization` header: the scheme in any case; `null` and `undefined`, which clients without a token
 * send, count as none.
 */
export function bearerToken(header: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1]
  return token === undefined || token === 'null' || token === 'undefined' ? null : token
}
