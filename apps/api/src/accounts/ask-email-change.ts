import type { AskEmailChangeInput } from '@second-ring/contracts/accounts/own-account'
import { DomainError } from '@second-ring/contracts/errors'
import { query, run, type Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import { isOpen } from '#identity/open-sessions.ts'
import { isPresent } from '#identity/present-user.ts'
import { sessionEnded } from '#identity/session-ended.ts'
import { notifyUserOfLatest } from '#notifications/notify-user.ts'
import { recordAction } from '#platform/audit.ts'
import { ago, now } from '#platform/database-clock.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/** For how many days another email can be proven; the identity provider’s link holds three. */
const EMAIL_CHANGE_DAYS = 4

const { eb, and } = expressionBuilder<Tables, 'users'>()
const inTime = ago(`${EMAIL_CHANGE_DAYS} days`)

/** Whether the email that a row of `users` asked for last may still become its own. */
export const askedInTime = eb('email_change_asked_at', '>', inTime)

/** Whether an email was asked for as that of a row of `users`, and not called off since. */
export function isAskedFor(email: string) {
  return and([eb('email_change_to', '=', email), askedInTime])
}

/** Whether an email is the proven one of before, to which the provider mails a link that takes a change back. */
export function isEmailBefore(email: string) {
  return and([eb('email_before', '=', email), eb('email_left_at', '>', inTime)])
}

/**
 * Asks for another email of the caller's account, in place of one asked for before. It is taken once a live session of the
 * account shows a sign-in with it, which the identity provider has as proven. A changed password and the end of all sessions
 * call it off. Whether somebody has it is not told.
 * @throws DomainError FORBIDDEN, SESSION_ENDED, UNAUTHENTICATED (removed meanwhile), TOO_MANY_REQUESTS
 */
export async function askEmailChange(
  { database, rateLimits }: Platform,
  caller: Caller,
  { email }: AskEmailChangeInput,
): Promise<{ email: string }> {
  authorize(caller, 'account.change-email')
  await rateLimits.countAccount('changeAccount', caller.id)
  await rateLimits.countAccount('askEmailChange', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const { id, sessionId } = caller
      const own = query.updateTable('users').where('id', '=', id).where(isPresent)
      const asked = own.where('deletes_at', 'is', null).set({ email_change_to: email, email_change_asked_at: now })
      const [user] = await run(tx, asked.returning('id'))
      if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed, or is about to be.')
      // Whoever ends sessions locks the user too: now it is known whether this one has ended.
      if (!(await isOpen(tx, { id: sessionId, userId: id }))) throw sessionEnded('ENDED_ELSEWHERE')
      await recordAction(tx, { actorId: id, action: 'account.ask-email-change', subject: { type: 'user', id } })
      const message = `Somebody who is logged in to your account asked to change its email to ${email}. If that was not you, change your password: then that change does not count.`
      await notifyUserOfLatest(tx, { userId: id, kind: 'account-security', message, mailKind: 'email-change-asked' })
      return { email }
    }),
  )
}
