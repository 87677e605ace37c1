import { DELETION_GRACE_DAYS } from '@second-ring/contracts/accounts/own-account'
import { query, run, type Transaction } from '@second-ring/database'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { isPresent } from '#identity/present-user.ts'
import { recordMail } from '#mails/record-mail.ts'
import { allOf, DUE_BATCH, forEachDue } from '#orders/for-each-due.ts'
import { recordAction } from '#platform/audit.ts'
import { fromNow, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { banProven } from './ban-proven.ts'
import { moneyInFlight } from './money-in-flight.ts'
import { removeAccount } from './remove-account.ts'

const due = query
  .selectFrom('users')
  .where('deletes_at', '<=', now)
  .where(isPresent)
  .select(['id', 'deletion_requested_at as requestedAt'])

interface Leaving {
  id: string
  requestedAt: Date | null
}

/**
 * Removes those whose time to keep their account has run out, except whoever has money in flight: a bank may dispute after they
 * asked what was settled before. Each is removed in a transaction of its own. Safe to run at any time, in
 * any number of processes.
 * @throws the last error, at the end; what failed is due again in the next run
 */
export async function removeDueAccounts(platform: Platform): Promise<void> {
  const { database } = platform
  const findDue = (seen: string[]) =>
    run(database, due.where('id', '<>', allOf(seen)).orderBy('deletes_at').limit(DUE_BATCH))
  const failures = await forEachDue(findDue, ({ id: userId }) =>
    database.$transaction(async tx => {
      await lockRemovals(tx)
      // Another process, or an admin, may have been first.
      const [locked] = await run(tx, due.where('id', '=', userId).forNoKeyUpdate())
      if (!locked || (await isPutOff(tx, platform, locked))) return
      await banSuspended(tx, platform, userId)
      await removeAccount(tx, platform, { userId, actorId: null })
    }),
  )
  if (failures.length > 0) throw failures.at(-1)
}

/**
 * Puts a deletion off by another grace period, while money is in flight. The user is told once why, and can still keep the account.
 * @returns whether it was put off
 */
async function isPutOff(tx: Transaction, platform: Platform, { id: userId, requestedAt }: Leaving): Promise<boolean> {
  const why = await moneyInFlight(tx, { userId, operatorEmail: platform.operatorEmail })
  if (why === null) return false
  const later = query.updateTable('users').set({ deletes_at: fromNow(`${DELETION_GRACE_DAYS} days`) })
  await run(tx, later.where('id', '=', userId).returning('id'))
  const subject = { type: 'user', id: userId } as const
  await recordAction(tx, { actorId: null, action: 'account.put-off-deletion', subject, reason: why })
  const kind = 'deletion-put-off'
  const told = await tx.mail.count({ where: { userId, kind, ...(requestedAt && { createdAt: { gt: requestedAt } }) } })
  if (told > 0) return true
  const message = `Your account is not deleted yet: ${why} It is deleted within a week of when that is settled. To keep it, log in again.`
  await recordMail(tx, { userId, kind, message })
  return true
}

/** A suspension does not end with the account: its email, where it was proven, stays out for the same reason. */
async function banSuspended(tx: Transaction, platform: Platform, userId: string): Promise<void> {
  const where = { id: userId, emailVerifiedAt: { not: null }, email: { not: null } }
  const user = await tx.user.findFirst({ where, select: { suspensionReason: true } })
  if (!user?.suspensionReason) return
  await banProven(tx, platform, { userId, reason: user.suspensionReason, bannedById: null })
}
