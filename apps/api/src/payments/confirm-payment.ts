import { DomainError } from '@second-ring/contracts/errors'
import type { ConfirmPaymentInput } from '@second-ring/contracts/payments/payment'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { closeOpenPayments } from './close-open-payments.ts'
import { type Settlement, settlePayment } from './settle-payment.ts'
import { isOpenToOrders } from './unassigned-charge.ts'

/**
 * Called when the browser reports that the caller's order is paid; the provider's own state decides. A payment that was
 * started by its price alone pays the order that is named here.
 * @throws DomainError NOT_FOUND, PAYMENT_MISMATCH (another order's), PAYMENT_NOT_SUCCEEDED, PAYMENT_REFUNDED,
 * TOO_MANY_REQUESTS
 */
export async function confirmPayment(
  platform: Platform,
  caller: Caller,
  { orderId, transactionId }: ConfirmPaymentInput,
): Promise<{ paymentId: string; transactionId: string }> {
  authorize(caller, 'order.pay')
  await platform.rateLimits.countAccount('pay', caller.id)
  const own = () => findOwn(platform, caller, { orderId, transactionId })
  const payment = await own()
  const isOpenToAny = payment.orderId === null || payment.foundByPrice
  // Written before the call to the provider, which may fail: a later settlement then knows the order.
  const isNamed = isOpenToAny && (await nameOrder(platform, { orderId, transactionId }))
  // Another report may have bound it meanwhile.
  if (!isNamed && (await own()).orderId !== orderId) throw ofAnotherOrder()
  let settlement = await settleAlone(platform, { orderId, transactionId })
  // Another intent of the order was started in between: close it too.
  if (settlement?.outcome === 'charged') settlement = await settleAlone(platform, { orderId, transactionId })
  if (!settlement) throw ofAnotherOrder()
  if (settlement.outcome === 'open' || settlement.outcome === 'closed') {
    throw new DomainError('PAYMENT_NOT_SUCCEEDED', 'The payment has not succeeded.')
  }
  if (settlement.orderId !== null && settlement.orderId !== orderId) throw ofAnotherOrder()
  if (settlement.outcome === 'refunded') {
    throw new DomainError(
      'PAYMENT_REFUNDED',
      'This order could not be paid any more, so your money is on its way back to your card.',
    )
  }
  if (settlement.orderId === null) throw ofAnotherOrder()
  return { paymentId: settlement.paymentId, transactionId }
}

/** A payment of the caller, for an order of theirs. */
async function findOwn(platform: Platform, caller: Caller, { orderId, transactionId }: ConfirmPaymentInput) {
  const own = { where: { intentId: transactionId, buyerId: caller.id }, select: { orderId: true, foundByPrice: true } }
  const order = await platform.database.order.count({ where: { id: orderId, buyerId: caller.id } })
  const payment = await platform.database.payment.findFirst(own)
  if (!payment || order === 0) throw new DomainError('NOT_FOUND', 'You have no such payment.')
  return payment
}

/** Settles a payment once the order's other open ones are closed, so that the order is charged by this one alone. */
async function settleAlone(
  platform: Platform,
  { orderId, transactionId }: ConfirmPaymentInput,
): Promise<Settlement | null> {
  await closeOpenPayments(platform, { orderId, except: transactionId })
  return settlePayment(platform, { intentId: transactionId })
}

/**
 * Records which order a payment pays, one that costs its amount. The one that is named last counts, until it is charged.
 * @returns false when it pays another order for good, or the order costs something else
 */
async function nameOrder({ database }: Platform, { orderId, transactionId }: ConfirmPaymentInput): Promise<boolean> {
  const naming = query
    .updateTable('payments as p')
    .from('orders as o')
    .set(({ ref }) => ({ named_order_id: ref('o.id') }))
    .where('p.intent_id', '=', transactionId)
    .where('o.id', '=', orderId)
    .whereRef('o.price_cents', '=', 'p.amount_cents')
    .where(isOpenToOrders)
    .returning('p.id')
  return (await run(database, naming)).length === 1
}

function ofAnotherOrder(): DomainError {
  return new DomainError('PAYMENT_MISMATCH', 'This payment does not belong to this order.')
}
