import { DomainError } from '@second-ring/contracts/errors'
import { isPaid } from '@second-ring/contracts/orders/order'
import type { CreatePaymentIntentInput } from '@second-ring/contracts/payments/payment'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import { authorize, type Caller } from '#identity/caller.ts'
import type { PaymentIntent } from '#platform/card-payments.ts'
import type { Platform } from '#platform/platform.ts'
import { closePayments } from './close-payments.ts'
import { marketIdOf } from './market-id.ts'
import { settlePayment } from './settle-payment.ts'
import { isUnassignedCharge } from './unassigned-charge.ts'

const count = sql<number>`count(*)::int`.as('count')

interface PayableOrder {
  id: string
  buyerId: string
  priceCents: number
}

/**
 * Starts the payment of the caller's unpaid order, or resumes the one that was started: the amount is the order's, and
 * two calls, from two tabs or on two processes, return the same intent.
 * @throws DomainError NOT_FOUND, ORDER_NOT_PAYABLE (paid, cancelled or run out), TOO_MANY_REQUESTS, PROVIDER_UNAVAILABLE
 */
export async function createPaymentIntent(
  platform: Platform,
  caller: Caller,
  { orderId, foundByPrice = false }: CreatePaymentIntentInput & { foundByPrice?: boolean },
): Promise<{ clientSecret: string }> {
  authorize(caller, 'order.pay')
  await platform.rateLimits.countAccount('pay', caller.id)
  const order = await findPayable(platform, caller, orderId)
  const intent =
    (await resumeIntent(platform, { orderId: order.id, foundByPrice })) ??
    (await startIntent(platform, { ...order, foundByPrice }))
  if (!intent.clientSecret) throw new Error(`The provider gave no client secret for ${intent.id}`)
  return { clientSecret: intent.clientSecret }
}

const findOwn = prepare((parameter: Parameters<{ orderId: string; buyerId: string }>) =>
  query
    .selectFrom('orders as o')
    .where('o.id', '=', parameter('orderId'))
    .where('o.buyer_id', '=', parameter('buyerId'))
    .select(({ selectFrom }) => {
      const unpaid = selectFrom('orders as other')
        .whereRef('other.buyer_id', '=', 'o.buyer_id')
        .whereRef('other.price_cents', '=', 'o.price_cents')
        .where('other.state', '=', 'PLACED')
        .select(count)
      // Each of them will take one of the buyer's unpaid orders of its amount.
      const charges = selectFrom('payments as p')
        .whereRef('p.buyer_id', '=', 'o.buyer_id')
        .whereRef('p.amount_cents', '=', 'o.price_cents')
        .where(isUnassignedCharge)
        .select(count)
      return [
        'o.id',
        'o.buyer_id as buyerId',
        'o.price_cents as priceCents',
        'o.state',
        sql<boolean>`o.reserved_until > now()`.as('isHeld'),
        unpaid.$asScalar().$notNull().as('unpaid'),
        charges.$asScalar().$notNull().as('charges'),
      ]
    }),
)

async function findPayable({ database }: Platform, caller: Caller, orderId: string): Promise<PayableOrder> {
  const [order] = await findOwn(database, { orderId, buyerId: caller.id })
  if (!order) throw new DomainError('NOT_FOUND', 'You have no such order.')
  if (order.state !== 'PLACED') {
    throw notPayable(
      isPaid(order.state) ? 'This order is already paid.' : 'This order has ended and cannot be paid any more.',
    )
  }
  if (!order.isHeld) throw notPayable('The time to pay for this order has run out.')
  if (order.unpaid <= order.charges) throw notPayable('Your payment was taken and is being recorded.')
  return order
}

/** The open intent of an order, if there is one; what the provider has settled meanwhile is settled here first. */
async function resumeIntent(
  platform: Platform,
  { orderId, foundByPrice }: { orderId: string; foundByPrice: boolean },
): Promise<PaymentIntent | null> {
  const { database, cardPayments } = platform
  const payment = await database.payment.findFirst({ where: { orderId, state: 'PENDING' }, select: { intentId: true } })
  if (!payment) return null
  const intent = await cardPayments.retrieveIntent(payment.intentId)
  if (intent?.status === 'open') {
    // A repeated call binds it to this order, whichever was named before.
    const named = { namedOrderId: foundByPrice ? null : orderId }
    await database.payment.updateMany({ where: { intentId: intent.id, state: 'PENDING' }, data: named })
    return intent
  }
  const settlement = await settlePayment(platform, { intentId: payment.intentId })
  if (settlement?.outcome === 'closed') return null
  throw notPayable('A payment for this order has been made already.')
}

async function startIntent(
  platform: Platform,
  { foundByPrice, ...order }: PayableOrder & { foundByPrice: boolean },
): Promise<PaymentIntent> {
  const { database, cardPayments } = platform
  const { id: orderId, buyerId, priceCents: amountCents } = order
  const marketId = await marketIdOf(database)
  // Only ended attempts count, so that all calls while one is open name the same attempt.
  const ended = await database.payment.count({ where: { orderId, state: { in: ['FAILED', 'CANCELLED'] } } })
  for (let attempt = ended + 1; ; attempt += 1) {
    const intent = await cardPayments.createIntent({ orderId, buyerId, marketId, amountCents, attempt })
    // Another tab may have recorded it already: the same attempt is the same intent.
    const recorded = { orderId, buyerId, amountCents, intentId: intent.id, foundByPrice }
    await database.payment.createMany({ data: recorded, skipDuplicates: true })
    const payment = await database.payment.findUnique({
      where: { intentId: intent.id },
      select: { orderId: true, state: true, order: { select: { state: true } } },
    })
    if (!payment) throw notPayable('A payment for this order has been started already. Load the page again.')
    // Its buyer named another order for it since.
    if (payment.orderId !== orderId) continue
    if (payment.order?.state === 'CANCELLED' || payment.order?.state === 'EXPIRED') {
      // The order ended during the call to the provider. Should this fail, the reconciler closes the intent.
      await closePayments(platform, { orderId })
      throw notPayable('This order has ended and cannot be paid any more.')
    }
    // An attempt of before, which has ended.
    if (payment.state === 'FAILED' || payment.state === 'CANCELLED') continue
    return intent
  }
}

function notPayable(message: string): DomainError {
  return new DomainError('ORDER_NOT_PAYABLE', message)
}
