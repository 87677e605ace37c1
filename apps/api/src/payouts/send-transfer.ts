import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { disputesOfPayment, openDispute } from '#orders/open-dispute.ts'
import { applyIntent } from '#payments/apply-intent.ts'
import { earnedCents, transferredCents } from '#payments/seller-share.ts'
import type { ProviderTransfer, Rejected } from '#platform/connected-accounts.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { runTransaction } from '#platform/run-transaction.ts'
import { applyAccount } from './apply-account.ts'
import { ASKING, lockPayouts } from './lock-payouts.ts'
import { readSellerMoney } from './seller-money.ts'
import { recordTransferFailed, recordTransferSent } from './transfer-transitions.ts'

/** Why a transfer is not made whose money is not the seller's any more, or whose account is not. */
const SUPERSEDED = 'superseded'

/** What all transfers of an order have in common at the provider. */
export function groupOf(orderId: string): string {
  return `order:${orderId}`
}

/**
 * Has the provider make a planned transfer, once however often it is called. It reads the charge first: what went back since, or
 * is disputed by a bank, is not sent on.
 * @throws DomainError PROVIDER_UNAVAILABLE
 */
export async function sendTransfer(platform: Platform, transferId: string): Promise<void> {
  const { database } = platform
  const asking = query.updateTable('transfers').set('asked_at', now).where('id', '=', transferId)
  await run(database, asking.where('state', '=', 'PENDING'))
  const [planned] = await run(database, pending.where('t.id', '=', transferId))
  if (!planned) return
  const chargeId = await readCharge(platform, planned)
  // Within one transaction, so that a freeze of the seller's payouts comes before it or after it.
  const askOnce = async (tx: Transaction) => {
    const transfer = await readPending(tx, planned)
    return transfer && ask(platform, transfer, chargeId)
  }
  const outcome = await runTransaction(database, askOnce, ASKING)
  if (outcome === null) return
  if ('rejected' in outcome) {
    const { rejected: reason } = outcome
    await runTransaction(database, tx => recordTransferFailed(tx, { id: transferId, reason }))
    // It may not be paid any more.
    if (reason !== SUPERSEDED) await applyAccount(platform, { accountId: planned.accountId })
    return
  }
  if (outcome.accountId !== planned.accountId || outcome.amountCents !== planned.amountCents) {
    throw new Error(
      `The provider has made ${transferId} as ${outcome.id}, of ${outcome.amountCents} to ${outcome.accountId}`,
    )
  }
  await runTransaction(database, tx => recordTransferSent(tx, { id: transferId, providerId: outcome.id }))
}

/** What is to be sent, and whether it still may be. */
interface PendingTransfer {
  id: string
  orderId: string
  sellerId: string
  accountId: string
  amountCents: number
  paymentId: string
  intentId: string
  chargedCents: number
  /** What was transferred of the order before, taken back or not. */
  sentCents: number
  /** What of the order's share is left beside it; below zero when the share does not cover it any more. */
  leftCents: number
  isToSeller: boolean
  /** Whether a refund is under way, a bank disputes it, or the seller's payouts are frozen. */
  waits: boolean
}

const pending = query
  .selectFrom('transfers as t')
  .innerJoin('orders as o', 'o.id', 't.order_id')
  .innerJoin('payments as p', 'p.order_id', 'o.id')
  .innerJoin('users as u', 'u.id', 't.seller_id')
  .leftJoin('payout_accounts as pa', 'pa.user_id', 't.seller_id')
  .where('t.state', '=', 'PENDING')
  .where('p.state', 'in', ['SUCCEEDED', 'REFUNDED'])
  .select(({ eb, exists, fn, lit, or, selectFrom }) => {
    const refunds = selectFrom('refunds as r').whereRef('r.payment_id', '=', 'p.id').select('r.id')
    const isReturning = exists(refunds.where('r.state', 'in', ['REQUESTED', 'PENDING']))
    const isFrozen = eb('u.payouts_frozen_at', 'is not', null)
    const earlier = selectFrom('transfers as e').whereRef('e.order_id', '=', 'o.id').where('e.state', '=', 'SENT')
    const isToSeller = eb('t.provider_account_id', '=', eb.ref('pa.provider_account_id'))
    return [
      't.id',
      't.order_id as orderId',
      't.seller_id as sellerId',
      't.provider_account_id as accountId',
      't.amount_cents as amountCents',
      'p.id as paymentId',
      'p.intent_id as intentId',
      'p.amount_cents as chargedCents',
      earlier
        .select(sql<number>`coalesce(sum(e.amount_cents), 0)::int`.as('cents'))
        .$asScalar()
        .$notNull()
        .as('sentCents'),
      eb(earnedCents, '-', transferredCents).as('leftCents'),
      fn.coalesce(isToSeller.$castTo<boolean>(), lit(false)).as('isToSeller'),
      or([isReturning, exists(disputesOfPayment(openDispute)), isFrozen])
        .$castTo<boolean>()
        .as('waits'),
    ]
  })

/** Reads the charge whose money it is, with what went back of it since. */
async function readCharge(
  platform: Platform,
  { intentId, paymentId }: Pick<PendingTransfer, 'intentId' | 'paymentId'>,
) {
  const intent = await platform.cardPayments.retrieveIntent(intentId)
  if (!intent?.charge) throw new Error(`The provider knows no charge of ${intentId}`)
  await runTransaction(platform.database, tx => applyIntent(tx, platform, { intent, paymentId }))
  return intent.charge.id
}

async function readPending(tx: Transaction, { id, sellerId }: Pick<PendingTransfer, 'id' | 'sellerId'>) {
  await lockPayouts(tx, sellerId)
  const money = await readSellerMoney(tx, sellerId)
  const [transfer] = await run(tx, pending.where('t.id', '=', id))
  if (!transfer) return null
  const isCovered = transfer.leftCents >= 0 && money.balanceCents >= money.pendingTransferCents
  return { ...transfer, isCovered: isCovered && transfer.isToSeller }
}

/** @returns null when it has to wait and was not made before */
async function ask(
  { connectedAccounts }: Platform,
  transfer: PendingTransfer & { isCovered: boolean },
  chargeId: string,
): Promise<ProviderTransfer | Rejected | null> {
  const { id: transferId, orderId, accountId, amountCents, isCovered, waits } = transfer
  const transferGroup = groupOf(orderId)
  if (!isCovered || waits) {
    const made = (await connectedAccounts.listTransfers(transferGroup)).find(one => one.transferId === transferId)
    return made ?? (isCovered ? null : { rejected: SUPERSEDED })
  }
  const isOfCharge = transfer.sentCents + amountCents <= transfer.chargedCents
  const source = { chargeId: isOfCharge ? chargeId : null, transferGroup }
  return connectedAccounts.createTransfer({ transferId, orderId, accountId, amountCents, ...source })
}
