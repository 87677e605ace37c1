import { DomainError } from '@second-ring/contracts/errors'
import type { UnsubscribeInput, UnsubscribeOutput } from '@second-ring/contracts/mails/choose-mails'
import type { Platform } from '#platform/platform.ts'

/**
 * Turns the mails about bookings off of whomever a mail's link was signed for; again it changes nothing. Whoever has the
 * link can do this alone.
 * @throws DomainError NOT_FOUND (the market did not sign it, or the account was removed)
 */
export async function unsubscribe(
  { database, unsubscribeTokens }: Platform,
  { token }: UnsubscribeInput,
): Promise<UnsubscribeOutput> {
  const id = unsubscribeTokens.verify(token)
  const gone = new DomainError(
    'NOT_FOUND',
    'This link does not hold any more. Sign in and turn mails off in your account.',
  )
  if (id === null) throw gone
  const { count } = await database.user.updateMany({ where: { id, deletedAt: null }, data: { bookingMails: false } })
  if (count === 0) throw gone
  return { bookingMails: false }
}
