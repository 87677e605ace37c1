import { query, run } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { askForEach } from './ask-provider.ts'
import { planTransfers, sellersToPay } from './plan-transfers.ts'
import { sendTransfer } from './send-transfer.ts'

/** A run takes a minute or two at the most. */
const BATCH = 40

/** Planned transfers, in turn: unanswered ones do not delay the others. */
const pending = query
  .selectFrom('transfers')
  .where('state', '=', 'PENDING')
  .select('id')
  .orderBy('asked_at', at => at.asc().nullsFirst())
  .orderBy('planned_at')
  .limit(BATCH)

/**
 * Sends the money of released orders to their sellers' accounts at the provider. Safe in any number of processes.
 * @returns the errors
 */
export async function sendTransfers(platform: Platform): Promise<unknown[]> {
  const failures: unknown[] = []
  for (const sellerId of await sellersToPay(platform)) {
    await planTransfers(platform, sellerId).catch(error => failures.push(error))
  }
  const planned = await run(platform.database, pending)
  failures.push(...(await askForEach(planned, ({ id }) => sendTransfer(platform, id))))
  return failures
}
