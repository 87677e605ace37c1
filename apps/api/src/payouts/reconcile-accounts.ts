import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { applyAccount } from './apply-account.ts'
import { askForEach } from './ask-provider.ts'
import { findPayouts } from './find-payouts.ts'

const BATCH = 50

/** Read again after a tenth of the time since they changed, and once a day at least; in turn, so that none delays the others. */
const dueAccounts = query
  .selectFrom('payout_accounts')
  .where('disabled_reason', 'is distinct from', 'account_invalid')
  .where(sql<boolean>`read_at <= now() - least((now() - changed_at) / 10, interval '1 day')`)
  .where(sql<boolean>`asked_at <= now() - interval '1 minute'`)
  .select('provider_account_id as accountId')
  .orderBy('asked_at')
  .limit(BATCH)

/**
 * Reads sellers' accounts at the provider again, with their payouts, whose events may be lost, by the database's clock. A failure
 * does not stop the others.
 * @throws the last error, at the end
 */
export async function reconcileAccounts(platform: Platform): Promise<void> {
  const failures = await askForEach(await run(platform.database, dueAccounts), async one => {
    await applyAccount(platform, one)
    await findPayouts(platform, one)
  })
  if (failures.length > 0) throw failures.at(-1)
}
