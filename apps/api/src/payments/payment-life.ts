import type { PaymentState } from '@second-ring/contracts/payments/payment'
import type { Transaction } from '@second-ring/database'
import type { Life, NextState } from '#platform/life.ts'

/**
 * PENDING while the provider's intent is open; a declined card leaves it so, for another try. REFUNDED once all of it went
 * back, unless a refund fails after all.
 */
export const paymentLife = {
  PENDING: ['SUCCEEDED', 'FAILED', 'CANCELLED'],
  SUCCEEDED: ['REFUNDED'],
  FAILED: [],
  CANCELLED: [],
  REFUNDED: ['SUCCEEDED'],
} as const satisfies Life<PaymentState>

interface PaymentMove<From extends PaymentState> {
  id: string
  from: From
  to: NextState<typeof paymentLife, From>
}

/** Moves a payment in one statement; a charge is received now, by the database's clock. @returns false when it was not in `from` */
export async function movePayment<From extends PaymentState>(
  tx: Transaction,
  { id, from, to }: PaymentMove<From>,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE payments SET state = ${to}::payment_state,
      received_at = CASE WHEN ${from} = 'PENDING' AND ${to} = 'SUCCEEDED' THEN now() ELSE received_at END
    WHERE id = ${id}::uuid AND state = ${from}::payment_state`
  return count === 1
}
