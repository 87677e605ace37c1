import type { Transaction } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'

/** How many people are told at a time. */
const BATCH = 500

/**
 * Tells those who wait for a phone that another has paid it, once for each such sale; and once it is gone for good that
 * it is, which ends their place in line.
 * @returns what went wrong: nothing, since all of a batch is done or thrown
 */
export async function tellTheLine({ database }: Platform): Promise<unknown[]> {
  for (const tellSome of [tellOfEnds, tellOfSales]) {
    for (let told = BATCH; told === BATCH; ) {
      told = await database.$transaction(async tx => ((await isAlone(tx)) ? tellSome(tx) : 0))
    }
  }
  return []
}

// Two processes at once would each find that nobody has been told.
async function isAlone(tx: Transaction): Promise<boolean> {
  const [{ alone } = { alone: false }] = await tx.$queryRaw<{ alone: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('second-ring/tell-the-line', 0)) AS alone`
  return alone
}

async function tellOfEnds(tx: Transaction): Promise<number> {
  const ended = await tx.$queryRaw<unknown[]>`
    WITH gone AS (
      SELECT w.id FROM waiting_entries w JOIN listings l ON l.id = w.listing_id
      WHERE w.state = 'WAITING' AND (l.state = 'REMOVED' OR (l.state = 'SOLD' AND EXISTS (
        SELECT FROM orders o WHERE o.listing_id = l.id AND o.state = 'COMPLETED')))
      LIMIT ${BATCH}
    ), ended AS (
      UPDATE waiting_entries w SET state = 'GONE' FROM gone WHERE w.id = gone.id AND w.state = 'WAITING'
      RETURNING w.user_id, w.listing_id
    ), told AS (
      INSERT INTO notices (user_id, kind, message, listing_id)
      SELECT e.user_id, 'waiting-ended', l.product_name || ' is gone, so your place in its line has ended.', l.id
      FROM ended e JOIN listings l ON l.id = e.listing_id JOIN users u ON u.id = e.user_id
      WHERE u.deleted_at IS NULL
    )
    SELECT user_id::text FROM ended`
  return ended.length
}

function tellOfSales(tx: Transaction): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO notices (user_id, kind, message, listing_id)
    SELECT w.user_id, 'waiting-sold', l.product_name ||
      ' was sold to someone else. You keep your place in case that sale does not happen.', l.id
    FROM waiting_entries w JOIN listings l ON l.id = w.listing_id JOIN users u ON u.id = w.user_id
      JOIN orders o ON o.listing_id = l.id AND o.state = 'PAID'
    WHERE w.state = 'WAITING' AND l.state = 'SOLD' AND u.deleted_at IS NULL AND NOT EXISTS (
      SELECT FROM notices n WHERE n.user_id = w.user_id AND n.listing_id = l.id AND n.kind = 'waiting-sold'
        AND n.created_at >= o.paid_at)
    LIMIT ${BATCH}`
}
