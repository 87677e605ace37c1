import { query, run, type Transaction } from '@second-ring/database'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { isPresent } from '#identity/present-user.ts'
import { allOf, DUE_BATCH, forEachDue } from '#orders/for-each-due.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { banProven } from './ban-proven.ts'
import { removeAccount } from './remove-account.ts'

const due = query.selectFrom('users').where('deletes_at', '<=', now).where(isPresent).select('id')

/**
 * Removes those whose time to keep their account has run out, each in a transaction of its own. Safe to run at any time, in
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
      if (!locked) return
      await banSuspended(tx, platform, userId)
      await removeAccount(tx, platform, { userId, actorId: null })
    }),
  )
  if (failures.length > 0) throw failures.at(-1)
}

/** A suspension does not end with the account: its email, where it was proven, stays out for the same reason. */
async function banSuspended(tx: Transaction, platform: Platform, userId: string): Promise<void> {
  const where = { id: userId, emailVerifiedAt: { not: null }, email: { not: null } }
  const user = await tx.user.findFirst({ where, select: { suspensionReason: true } })
  if (!user?.suspensionReason) return
  await banProven(tx, platform, { userId, reason: user.suspensionReason, bannedById: null })
}
