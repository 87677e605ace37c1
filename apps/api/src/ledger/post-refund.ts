import type { RefundState } from '@second-ring/contracts/payments/refund'
import type { Transaction } from '@second-ring/database'
import { aboutPayment, readPaymentPosition, whoseIs } from './payment-position.ts'
import { postTransaction } from './post-transaction.ts'
import { refundFailed, refundSent, refundSettledOutside } from './postings.ts'

interface RefundMove {
  id: string
  paymentId: string
  amountCents: number
  /** Null when it has just been found at the provider. */
  from: RefundState | null
  to: RefundState
}

/** A refund moved on: money goes with it when the provider has it, when it comes back, or when it is paid another way. */
export async function postRefundMove(
  tx: Transaction,
  { id, paymentId, amountCents, from, to }: RefundMove,
): Promise<void> {
  const [wasGone, isGone] = [isAtProvider(from), isAtProvider(to)]
  if (wasGone === isGone && to !== 'SETTLED_OUTSIDE') return
  const payment = await readPaymentPosition(tx, paymentId)
  const about = aboutPayment(payment)
  if (to === 'SETTLED_OUTSIDE') {
    const amounts = refundSettledOutside(payment, amountCents)
    await postTransaction(tx, { act: 'REFUND_SETTLED_OUTSIDE', key: `refund:${id}:outside`, amounts, ...about })
  } else if (isGone) {
    const amounts = refundSent(payment, amountCents)
    await postTransaction(tx, { act: 'REFUND_SENT', key: `refund:${id}:sent`, amounts, ...about })
  } else {
    const amounts = refundFailed(payment, amountCents, whoseIs(payment))
    await postTransaction(tx, { act: 'REFUND_FAILED', key: `refund:${id}:failed`, amounts, ...about })
  }
}

function isAtProvider(state: RefundState | null): boolean {
  return state === 'PENDING' || state === 'SUCCEEDED'
}
