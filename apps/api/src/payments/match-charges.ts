import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { marketIdOf } from './market-id.ts'
import { settlePayment } from './settle-payment.ts'

const BATCH = 100
/** How long before the last run a charge may have been made that the provider listed later. */
const OVERLAP_MS = 10 * 60_000
/** How far back the first run goes. */
const FIRST_RUN_MS = 30 * 24 * 3_600_000

/**
 * Lists the provider's charges since the last run and settles those of this market that no payment knows: what fits its
 * order pays it, what fits nothing is written down as unmatched. A failing charge does not stop the others.
 * @throws DomainError PROVIDER_UNAVAILABLE; the next run then starts where this one did
 * @throws the last error of a charge, at the end; the nightly check finds it again
 */
export async function matchCharges(platform: Platform): Promise<void> {
  const { database, cardPayments } = platform
  const marketId = await marketIdOf(database)
  const lastRun = query.selectFrom('markets').select([now.as('now'), 'charges_seen_until as seenUntil'])
  const [market] = await run(database, lastRun)
  if (!market) return
  const since = new Date(
    market.seenUntil ? market.seenUntil.getTime() - OVERLAP_MS : market.now.getTime() - FIRST_RUN_MS,
  )
  let intentIds: string[] = []
  const failures: unknown[] = []
  const settleUnknown = async () => {
    for (const intentId of await unknownOf(platform, intentIds)) {
      await settlePayment(platform, { intentId }).catch(error => failures.push(error))
    }
    intentIds = []
  }
  for await (const charge of cardPayments.listCharges(since)) {
    const isWhollyReturned = charge.refundedCents >= charge.amountCents
    if (charge.marketId !== marketId || charge.intentId === null || isWhollyReturned) continue
    intentIds.push(charge.intentId)
    if (intentIds.length === BATCH) await settleUnknown()
  }
  await settleUnknown()
  if (failures.some(isOutage)) throw failures.find(isOutage)
  await database.market.updateMany({ data: { chargesSeenUntil: market.now } })
  if (failures.length > 0) throw failures.at(-1)
}

function isOutage(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE'
}

async function unknownOf({ database }: Platform, intentIds: string[]): Promise<string[]> {
  const unknown = query
    .selectFrom(sql<{ intent_id: string }>`unnest(${intentIds}::text[])`.as<'charged'>(sql`charged(intent_id)`))
    .where(({ and, exists, not, selectFrom }) => {
      const payment = selectFrom('payments as p').whereRef('p.intent_id', '=', 'charged.intent_id')
      const unmatched = selectFrom('unmatched_charges as u').whereRef('u.intent_id', '=', 'charged.intent_id')
      return and([not(exists(payment.where('p.state', '<>', 'PENDING'))), not(exists(unmatched))])
    })
    .select('charged.intent_id')
  return (await run(database, unknown)).map(row => row.intent_id)
}
