import type { PaymentState } from '@second-ring/contracts/payments/payment'
import type { Transaction } from '@second-ring/database'
import type { Life, NextState } from '../platform/life.ts'

/** PENDING while the provider's intent is open; a declined card leaves it so, for another try. */
export const paymentLife = {
  PENDING: ['SUCCEEDED', 'FAILED', 'CANCELLED'],
  SUCCEEDED: ['REFUNDED'],
  FAILED: [],
  CANCELLED: [],
  REFUNDED: [],
} as const satisfies Life<PaymentState>

interface PaymentMove<From extends PaymentState> {
  id: string
  from: From
  to: NextState<typeof paymentLife, From>
  /** When the money was taken, for a success. */
  receivedAt?: Date
}

/** Moves a payment in one statement. @returns false when it was not in `from` */
export async function movePayment<From extends PaymentState>(
  tx: Transaction,
  { id, from, to, receivedAt }: PaymentMove<From>,
): Promise<boolean> {
  const { count } = await tx.payment.updateMany({
    where: { id, state: from },
    data: { state: to, ...(receivedAt && { receivedAt }) },
  })
  return count === 1
}
