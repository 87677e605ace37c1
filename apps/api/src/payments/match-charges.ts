import { DomainError } from '@second-ring/contracts/errors'
import type { Platform } from '#platform/platform.ts'
import { marketIdOf } from './market-id.ts'
import { settlePayment } from './settle-payment.ts'

const BATCH = 100
/** How far before the last look a charge may have appeared in the provider's list since. */
const OVERLAP_MS = 10 * 60_000
/** How far back the first look goes. */
const FIRST_LOOK_MS = 30 * 24 * 3_600_000

/**
 * Lists the provider's charges since the last look and settles those of this market that no payment knows: what fits its
 * order pays it, what fits nothing is written down as unmatched. One that cannot be settled stops no other.
 * @throws DomainError PROVIDER_UNAVAILABLE; the next look then begins where this one did
 * @throws what else went wrong with a charge, after all; the nightly check finds it again
 */
export async function matchCharges(platform: Platform): Promise<void> {
  const { database, cardPayments } = platform
  const marketId = await marketIdOf(database)
  const [look] = await database.$queryRaw<{ now: Date; seen_until: Date | null }[]>`
    SELECT now(), charges_seen_until AS seen_until FROM markets`
  if (!look) return
  const since = new Date(look.seen_until ? look.seen_until.getTime() - OVERLAP_MS : look.now.getTime() - FIRST_LOOK_MS)
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
  await database.market.updateMany({ data: { chargesSeenUntil: look.now } })
  if (failures.length > 0) throw failures.at(-1)
}

function isOutage(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'PROVIDER_UNAVAILABLE'
}

async function unknownOf({ database }: Platform, intentIds: string[]): Promise<string[]> {
  const rows = await database.$queryRaw<{ intent_id: string }[]>`
    SELECT intent_id FROM unnest(${intentIds}::text[]) AS intent_id
    WHERE NOT EXISTS (SELECT FROM payments p WHERE p.intent_id = intent_id.intent_id AND p.state <> 'PENDING')
      AND NOT EXISTS (SELECT FROM unmatched_charges u WHERE u.intent_id = intent_id.intent_id)`
  return rows.map(row => row.intent_id)
}
