import { query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { earnedCents, sellersWith, transferredCents } from '#payments/seller-share.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { askForEach } from './ask-provider.ts'
import { lockSellerMoney } from './seller-money.ts'
import { recordReversalFailed, recordReversalSent } from './transfer-transitions.ts'

const BATCH = 20

/** What of a transfer `t` is being taken back. */
const reversingCents = sql<number>`(SELECT coalesce(sum(r.amount_cents), 0)::int FROM transfer_reversals r
  WHERE r.transfer_id = t.id AND r.state = 'PENDING')`

/** Transfers of which more was sent than their order has earned by now. */
const excessive = query
  .selectFrom('transfers as t')
  .innerJoin('orders as o', 'o.id', 't.order_id')
  .where('t.state', '=', 'SENT')
  .where(({ eb }) => eb('t.reversed_cents', '<', eb.ref('t.amount_cents')))
  .where(({ eb }) => eb(transferredCents, '>', earnedCents))

/** Those of sellers who owe the market, asked about once an hour: their account may have had nothing. */
const due = excessive
  .where('t.seller_id', 'in', sellersWith('SELLER_BALANCE', 'less'))
  .where(sql<boolean>`(t.asked_at IS NULL OR t.asked_at <= now() - interval '1 hour')`)
  .where(reversingCents, '=', 0)
  .select(['t.id', 't.seller_id as sellerId', 't.provider_account_id as accountId'])
  .orderBy('t.asked_at', at => at.asc().nullsFirst())
  .limit(BATCH)

/** Planned reversals, in turn. */
const pending = query
  .selectFrom('transfer_reversals as r')
  .innerJoin('transfers as t', 't.id', 'r.transfer_id')
  .where('r.state', '=', 'PENDING')
  .select(['r.id', 'r.amount_cents as amountCents', sql<string>`t.provider_id`.as('providerTransferId')])
  .orderBy('r.asked_at', at => at.asc().nullsFirst())
  .orderBy('r.planned_at')
  .limit(BATCH)

interface Excessive {
  id: string
  sellerId: string
  accountId: string
}

/**
 * Takes back what a refund or a lost dispute made sellers owe, as far as their balance at the provider covers it; the rest stays
 * owed in the ledger and is kept from later deals.
 * @returns the errors
 */
export async function clawBack(platform: Platform): Promise<unknown[]> {
  const failures = await askForEach(await run(platform.database, due), one => planReversal(platform, one))
  const planned = await run(platform.database, pending)
  failures.push(...(await askForEach(planned, one => sendReversal(platform, one))))
  return failures
}

async function planReversal(platform: Platform, { id, sellerId, accountId }: Excessive): Promise<void> {
  const { connectedAccounts, database } = platform
  const noting = query.updateTable('transfers').set('asked_at', now).where('id', '=', id)
  await run(database, noting)
  const balance = await connectedAccounts.readBalance(accountId)
  if (balance === null || balance.availableCents <= 0) return
  await runTransaction(database, async tx => {
    const money = await lockSellerMoney(tx, sellerId)
    const [transfer] = await run(
      tx,
      excessive
        .where('t.id', '=', id)
        .select(({ eb }) => [
          eb('t.amount_cents', '-', eb.ref('t.reversed_cents')).as('leftCents'),
          eb(transferredCents, '-', earnedCents).as('excessCents'),
          reversingCents.as('reversingCents'),
        ]),
    )
    if (!money || !transfer || transfer.reversingCents > 0) return
    const owedCents = -money.balanceCents - money.pendingReversalCents
    const amountCents = Math.min(owedCents, transfer.excessCents, transfer.leftCents, balance.availableCents)
    if (amountCents > 0)
      await tx.transferReversal.create({ data: { transferId: id, amountCents }, select: { id: true } })
  })
}

interface Reversal {
  id: string
  amountCents: number
  providerTransferId: string
}

/** @throws DomainError PROVIDER_UNAVAILABLE */
async function sendReversal(platform: Platform, { id, ...reversal }: Reversal): Promise<void> {
  const { connectedAccounts, database } = platform
  await run(database, query.updateTable('transfer_reversals').set('asked_at', now).where('id', '=', id))
  const made = await connectedAccounts.reverseTransfer({ reversalId: id, ...reversal })
  await runTransaction(database, async tx => {
    if ('rejected' in made) await recordReversalFailed(tx, { id, reason: made.rejected })
    else await recordReversalSent(tx, { id, providerId: made.id })
  })
}
