import { DomainError } from '@second-ring/contracts/errors'
import type { ChooseMailsInput, MailChoice } from '@second-ring/contracts/mails/choose-mails'
import { authorize, type Caller } from '#identity/caller.ts'
import { withIdempotency } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'

/**
 * Whether the caller gets mails about bookings.
 * @throws DomainError UNAUTHENTICATED (removed meanwhile)
 */
export async function readMailChoice({ database }: Platform, caller: Caller): Promise<MailChoice> {
  authorize(caller, 'notice.read')
  const own = { id: caller.id, deletedAt: null }
  const user = await database.user.findFirst({ where: own, select: { bookingMails: true } })
  if (!user) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
  return user
}

/**
 * Turns the caller's mails about bookings on or off. Those about money and security always come.
 * @throws DomainError UNAUTHENTICATED (removed meanwhile), TOO_MANY_REQUESTS
 */
export async function chooseMails(
  { database, rateLimits }: Platform,
  caller: Caller,
  { bookingMails }: ChooseMailsInput,
): Promise<MailChoice> {
  authorize(caller, 'notice.read')
  await rateLimits.countAccount('changeAccount', caller.id)
  return database.$transaction(tx =>
    withIdempotency(tx, caller, async () => {
      const own = { id: caller.id, deletedAt: null }
      const { count } = await tx.user.updateMany({ where: own, data: { bookingMails } })
      if (count === 0) throw new DomainError('UNAUTHENTICATED', 'Your account was removed.')
      return { bookingMails }
    }),
  )
}
