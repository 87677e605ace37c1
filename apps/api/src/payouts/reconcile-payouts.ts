import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { askForEach } from './ask-provider.ts'
import { settlePayout } from './settle-payout.ts'

const BATCH = 50

/**
 * Payouts that are on their way, after a tenth of their age, and those that arrived in the last month, after half of it: a bank
 * may send them back. In turn: unanswered ones do not delay the others.
 */
const due = query
  .selectFrom('payouts')
  .where(
    sql<boolean>`(state = 'IN_TRANSIT'
        AND coalesce(checked_at, requested_at) <= now() - least((now() - requested_at) / 10, interval '6 hours')
      OR state = 'PAID' AND settled_at > now() - interval '30 days'
        AND coalesce(checked_at, settled_at) <= now() - (now() - settled_at) / 2)
      AND coalesce(asked_at, requested_at) <= now() - interval '1 minute'`,
  )
  .select(['id', 'provider_account_id as accountId', sql<string>`provider_id`.as('payoutId')])
  .orderBy('asked_at', at => at.asc().nullsFirst())
  .limit(BATCH)

/**
 * Asks the provider about payouts whose events may be lost, by the database's clock.
 * @returns the errors
 */
export async function reconcilePayouts(platform: Platform): Promise<unknown[]> {
  const { database } = platform
  return askForEach(await run(database, due), async ({ id, ...payout }) => {
    await run(database, query.updateTable('payouts').set('asked_at', now).where('id', '=', id))
    await settlePayout(platform, payout)
  })
}
