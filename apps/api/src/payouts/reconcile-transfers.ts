import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { ago, now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { askForEach } from './ask-provider.ts'
import { groupOf } from './send-transfer.ts'
import { recordTransferSent } from './transfer-transitions.ts'

const BATCH = 20
/** How long a call may hang at the provider and still be done: the keys of its calls live as long. */
const LATE = '1 day'

/** Transfers that were given up, after half the time since; in turn: unanswered ones do not delay the others. */
const due = query
  .selectFrom('transfers')
  .where('state', '=', 'FAILED')
  .where('settled_at', '>', ago(LATE))
  .where(sql<boolean>`asked_at <= now() - greatest((now() - settled_at) / 2, interval '1 minute')`)
  .select(['id', 'order_id as orderId'])
  .orderBy('asked_at')
  .limit(BATCH)

/**
 * Looks for transfers that were given up here and that the provider has made all the same, by a call that hung.
 * @returns the errors
 */
export async function reconcileTransfers(platform: Platform): Promise<unknown[]> {
  const { connectedAccounts, database } = platform
  return askForEach(await run(database, due), async ({ id, orderId }) => {
    await run(database, query.updateTable('transfers').set('asked_at', now).where('id', '=', id))
    const made = (await connectedAccounts.listTransfers(groupOf(orderId))).find(one => one.transferId === id)
    if (made) await runTransaction(database, tx => recordTransferSent(tx, { id, providerId: made.id }))
  })
}
