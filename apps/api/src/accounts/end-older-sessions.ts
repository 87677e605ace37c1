import type { SessionEnd } from '@second-ring/database'
import { recordMail } from '#mails/record-mail.ts'
import { recordAction } from '#platform/audit.ts'
import type { Platform } from '#platform/platform.ts'
import { endSessions } from './end-sessions.ts'

interface SignInChange {
  userId: string
  /** The session that goes on. */
  sessionId: string
  /** Since when the identity provider takes sign-ins. */
  validSince: Date
  reason: SessionEnd
}

const CHANGED =
  'The password of your account was changed, and all other sessions have ended.\nWas it not you? Choose “Forgot password” on the sign-in page, and look through your sessions.'

/** After a changed password or email: ends all sessions but the one that was just begun with it. */
export async function endOlderSessions(
  { database }: Platform,
  { userId, sessionId, validSince, reason }: SignInChange,
): Promise<void> {
  await database.$transaction(async tx => {
    // Of two tabs that are told at once, one changes it.
    const before = { id: userId, identityValidSince: { lt: validSince } }
    const { count } = await tx.user.updateMany({ where: before, data: { identityValidSince: validSince } })
    if (reason === 'PASSWORD_CHANGED' && count === 1)
      await recordMail(tx, { userId, kind: 'password-changed', message: CHANGED })
    const ended = await endSessions(tx, { userId, except: sessionId, reason })
    if (ended === 0) return
    const audited = { actorId: userId, action: 'account.end-sessions', subject: { type: 'user', id: userId } } as const
    await recordAction(tx, { ...audited, reason: reasons[reason] ?? reason })
  })
}

const reasons: Partial<Record<SessionEnd, string>> = {
  PASSWORD_CHANGED: 'The password was changed',
  EMAIL_CHANGED: 'The email was changed',
}
