import type { RefundState } from '@second-ring/contracts/payments/refund'
import type { Transaction } from '@second-ring/database'
import { postRefundOwed } from '#ledger/post-payment.ts'
import { postRefundMove } from '#ledger/post-refund.ts'
import type { ProviderRefund } from '#platform/card-payments.ts'
import { type PaymentAccount, readPayment } from './lock-payment.ts'
import { notifyRefundFailed, notifyRefundMade } from './notify-of-refunds.ts'
import { AT_PROVIDER } from './owed.ts'
import { transitionRefund } from './refund-transitions.ts'

type RefundRow = PaymentAccount['refunds'][number]

/**
 * Updates the refunds of a locked payment from the provider's. A refund that was made at the provider's own site gets a
 * row of its own, or replaces the unsent one of the same amount.
 */
export async function applyRefunds(tx: Transaction, payment: PaymentAccount, refunds: ProviderRefund[]): Promise<void> {
  let account = payment
  for (const refund of refunds) {
    const row = rowOf(account, refund)
    const isChanged = row ? await moveRow(tx, { account, row, refund }) : await addRow(tx, account, refund)
    if (isChanged) account = await readPayment(tx, payment.id)
  }
}

/** The row of a refund: by the provider's id, else by our own, else one of its amount that has no provider's id yet. */
function rowOf({ refunds }: PaymentAccount, refund: ProviderRefund): RefundRow | undefined {
  const known = refunds.find(row => row.providerId === refund.id)
  if (known) return known
  const open = refunds.filter(row => row.providerId === null && row.amountCents === refund.amountCents)
  const ours = open.find(row => row.id === refund.refundId && row.state === 'REQUESTED')
  if (ours || refund.refundId !== null) return ours
  // Refunds from before there were rows carry no id of the product.
  const made = open.find(row => row.state === 'SUCCEEDED')
  return made ?? (refund.status === 'FAILED' ? undefined : open.find(row => row.state === 'REQUESTED'))
}

interface Move {
  account: PaymentAccount
  row: RefundRow
  refund: ProviderRefund
}

async function moveRow(tx: Transaction, { account, row, refund }: Move): Promise<boolean> {
  const { id, status: to, failureReason } = refund
  if (!(await transitionRefund(tx, { id: row.id, from: row.state, to, providerId: id, failureReason }))) {
    if (row.providerId !== null) return false
    await tx.refund.updateMany({ where: { id: row.id, providerId: null }, data: { providerId: id } })
    return true
  }
  if (to === 'FAILED') await notifyRefundFailed(tx, account, refund)
  return true
}

async function addRow(tx: Transaction, account: PaymentAccount, refund: ProviderRefund): Promise<boolean> {
  const { id: providerId, amountCents, status: state, failureReason } = refund
  const { id } = await tx.refund.create({
    data: {
      paymentId: account.id,
      providerId,
      amountCents,
      state: state satisfies RefundState,
      failureReason,
      reason: AT_PROVIDER,
    },
    select: { id: true },
  })
  await postRefundOwed(tx, account.id)
  await postRefundMove(tx, { id, paymentId: account.id, amountCents, from: null, to: state })
  if (state === 'FAILED') await notifyRefundFailed(tx, account, refund)
  else await notifyRefundMade(tx, await readPayment(tx, account.id), refund)
  return true
}
