import { formatCents } from '@second-ring/contracts/money'
import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { PAYOUT_MAXIMUM_CENTS, PAYOUT_MINIMUM_CENTS } from '#payments/payout-limits.ts'
import { sellersWith } from '#payments/seller-share.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { applyAccount } from './apply-account.ts'
import { applyPayout, rejectPayout } from './apply-payout.ts'
import { askForEach } from './ask-provider.ts'
import { ASKING, DISPUTED, FROZEN, GIVEN_UP, lockPayouts, OWED } from './lock-payouts.ts'
import { lockSellerMoney, mayLeave, readSellerMoney } from './seller-money.ts'

const BATCH = 40
/** A seller has one payout in so long: a little less than a day, so that it is not later each day. */
export const PAYOUT_INTERVAL = '23 hours'

/** Sellers who had no payout in the last day. */
const mayBePaid = query
  .selectFrom('payout_accounts as pa')
  .innerJoin('users as u', 'u.id', 'pa.user_id')
  .where('pa.payouts_enabled', '=', true)
  .where('u.payouts_frozen_at', 'is', null)
  .where(({ exists, not, selectFrom }) => {
    const lately = sql<boolean>`pp.requested_at > now() - ${sql.lit(PAYOUT_INTERVAL)}::interval`
    return not(
      exists(selectFrom('payouts as pp').whereRef('pp.seller_id', '=', 'pa.user_id').where(lately).select('pp.id')),
    )
  })
  .select(['pa.user_id as sellerId', 'pa.provider_account_id as accountId'])

/** Those who have money on its way to them; asked about once an hour, and when some has come or their account has changed. */
const due = mayBePaid
  .where('pa.user_id', 'in', sellersWith('SELLER_PAYOUTS', 'more'))
  .where(
    sql<boolean>`(pa.payout_asked_at IS NULL OR pa.payout_asked_at <= greatest(now() - interval '1 hour', pa.changed_at))`,
  )
  .orderBy('pa.payout_asked_at', at => at.asc().nullsFirst())
  .limit(BATCH)

/** Planned payouts, in turn. */
const requested = query
  .selectFrom('payouts')
  .where('state', '=', 'REQUESTED')
  .select([
    'id as payoutId',
    'seller_id as sellerId',
    'provider_account_id as accountId',
    'amount_cents as amountCents',
  ])
  .orderBy('asked_at', at => at.asc().nullsFirst())
  .orderBy('requested_at')
  .limit(BATCH)

/**
 * Pays out what sellers have on their accounts at the provider, to each once a day. Safe in any number of processes.
 * @returns the errors
 */
export async function sendPayouts(platform: Platform): Promise<unknown[]> {
  const failures = await askForEach(await run(platform.database, due), one => planPayout(platform, one))
  const planned = await run(platform.database, requested)
  failures.push(...(await askForEach(planned, one => sendPayout(platform, one))))
  return failures
}

interface Payee {
  sellerId: string
  accountId: string
}

/** Of what the provider has available: what was sent on to them and is not being paid out, less what they owe and banks ask for. */
async function planPayout(platform: Platform, { sellerId, accountId }: Payee): Promise<void> {
  const { connectedAccounts, database } = platform
  const noting = query.updateTable('payout_accounts').set('payout_asked_at', now)
  await run(database, noting.where('provider_account_id', '=', accountId))
  const balance = await connectedAccounts.readBalance(accountId)
  if (balance === null || balance.availableCents < PAYOUT_MINIMUM_CENTS) return
  await runTransaction(database, async tx => {
    const money = await lockSellerMoney(tx, sellerId)
    const [still] = await run(tx, mayBePaid.where('pa.provider_account_id', '=', accountId))
    if (!money || !still) return
    const amountCents = Math.min(mayLeave(money, balance.availableCents), PAYOUT_MAXIMUM_CENTS)
    if (amountCents < PAYOUT_MINIMUM_CENTS) return
    const planned = { sellerId, providerAccountId: accountId, amountCents }
    await tx.payout.create({ data: planned, select: { id: true } })
    const subject = { type: 'user', id: sellerId } as const
    await recordAction(tx, { actorId: null, action: 'payout.request', subject, reason: formatCents(amountCents) })
  })
}

interface Requested extends Payee {
  payoutId: string
  amountCents: number
}

const requestedOne = (id: string) =>
  query
    .selectFrom('payouts as pp')
    .innerJoin('users as u', 'u.id', 'pp.seller_id')
    .where('pp.id', '=', id)
    .where('pp.state', '=', 'REQUESTED')
    .select(({ eb }) => eb('u.payouts_frozen_at', 'is not', null).$castTo<boolean>().as('isFrozen'))

/** @throws DomainError PROVIDER_UNAVAILABLE */
async function sendPayout(platform: Platform, { sellerId, ...payout }: Requested): Promise<void> {
  const { connectedAccounts, database } = platform
  const { payoutId: id, accountId } = payout
  await run(database, query.updateTable('payouts').set('asked_at', now).where('id', '=', id))
  // Within one transaction, so that a freeze of the seller's payouts comes before it or after it.
  const askOnce = async (tx: Transaction) => {
    await lockPayouts(tx, sellerId)
    const [still] = await run(tx, requestedOne(id))
    // Another process may have ended it.
    if (!still) return null
    const money = await readSellerMoney(tx, sellerId)
    // It is one of those that are open; what the seller owes or a bank asks for may be more than when it was planned.
    const isTooMuch = mayLeave(money) < 0
    if (!still.isFrozen && !isTooMuch) return connectedAccounts.createPayout(payout)
    // It ends, unless it was made before: what is to be paid out is computed again later.
    const known = (await connectedAccounts.listPayouts(accountId)).find(one => one.payoutId === id)
    return known ?? { rejected: still.isFrozen ? FROZEN : money.disputedCents > 0 ? DISPUTED : OWED }
  }
  const made = await runTransaction(database, askOnce, ASKING)
  if (made === null) return
  if (!('rejected' in made)) {
    await runTransaction(database, tx => applyPayout(tx, platform, { id, payout: made }))
    return
  }
  await runTransaction(database, tx => rejectPayout(tx, platform, { id, failureReason: made.rejected }))
  // It may not pay out any more.
  if (!GIVEN_UP.includes(made.rejected)) await applyAccount(platform, { accountId })
}
