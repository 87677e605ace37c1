import { closeUnanswered } from '#orders/close-unanswered.ts'
import { expireHolds } from '#orders/expire-holds.ts'
import { notifyWaitingUsers } from '#orders/notify-waiting-users.ts'
import { openDueCases } from '#orders/open-case.ts'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { sendReminders } from '#orders/reminders.ts'
import { forgetOldKeys } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { notifyOfGatheredMatches } from '#search/notify-of-matches.ts'
import { refundMissedHandovers } from './refund-missed-handovers.ts'

/**
 * Does everything that is due by the database's clock: holds, offers, reminders, handovers, releases of money, claims, waiting
 * lists, saved searches. Safe to run at any time, in any number of processes. A failure does not stop the others.
 * @throws the last error, at the end
 */
export async function enforceDeadlines(platform: Platform): Promise<void> {
  const failures: unknown[] = []
  for (const enforce of [
    expireHolds,
    refundMissedHandovers,
    closeUnanswered,
    releaseDueMoney,
    openDueCases,
    sendReminders,
    notifyWaitingUsers,
    notifyOfGatheredMatches,
  ]) {
    const failed = await enforce(platform).catch(error => [error])
    failures.push(...failed)
  }
  await forgetOldKeys(platform)
  if (failures.length > 0) throw failures.at(-1)
}
