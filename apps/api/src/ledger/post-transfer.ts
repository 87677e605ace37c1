import type { Transaction } from '@second-ring/database'
import { type Amounts, differenceOf } from './amounts.ts'
import { postTransaction } from './post-transaction.ts'

interface TransferMove {
  /** The transfer's, or its reversal's. */
  id: string
  orderId: string
  sellerId: string
  amountCents: number
}

/** What a seller has earned went to their account at the provider. */
export async function postTransferSent(tx: Transaction, { id, amountCents, ...about }: TransferMove): Promise<void> {
  const amounts = transferSent(amountCents)
  await postTransaction(tx, { act: 'TRANSFER_SENT', key: `transfer:${id}:sent`, amounts, ...about })
}

/** A part of it was taken back. */
export async function postTransferReversed(
  tx: Transaction,
  { id, amountCents, ...about }: TransferMove,
): Promise<void> {
  const amounts = differenceOf(transferSent(amountCents), {})
  await postTransaction(tx, { act: 'TRANSFER_REVERSED', key: `reversal:${id}:sent`, amounts, ...about })
}

interface PayoutMove {
  id: string
  sellerId: string
  amountCents: number
}

/** A payout arrived at the seller's bank. */
export async function postPayoutPaid(tx: Transaction, { id, amountCents, sellerId }: PayoutMove): Promise<void> {
  const amounts = payoutPaid(amountCents)
  await postTransaction(tx, { act: 'PAYOUT_PAID', key: `payout:${id}:paid`, amounts, sellerId })
}

/** The bank sent a payout back after it had arrived. */
export async function postPayoutReturned(tx: Transaction, { id, amountCents, sellerId }: PayoutMove): Promise<void> {
  const amounts = differenceOf(payoutPaid(amountCents), {})
  await postTransaction(tx, { act: 'PAYOUT_RETURNED', key: `payout:${id}:returned`, amounts, sellerId })
}

/** What was the seller's balance with the market is on its way to them. */
function transferSent(cents: number): Amounts {
  return { SELLER_BALANCE: cents, SELLER_PAYOUTS: -cents, PROVIDER_BALANCE: -cents, CONNECTED_BALANCE: cents }
}

function payoutPaid(cents: number): Amounts {
  return { SELLER_PAYOUTS: cents, CONNECTED_BALANCE: -cents }
}
