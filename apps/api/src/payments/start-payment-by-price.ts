import { DomainError } from '@second-ring/contracts/errors'
import { query, run } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import type { PaymentIntent } from '#platform/card-payments.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { marketIdOf } from './market-id.ts'
import { settlePayment } from './settle-payment.ts'
import { isUnassignedCharge } from './unassigned-charge.ts'

interface Priced {
  priceCents: number
}

/**
 * Starts the payment of an order that the caller names by its price alone. When one unpaid order of theirs costs that, it
 * is that order's; when several do, the payment is the buyer's for that amount, and pays the order that they name when
 * they report it. A second call returns the same intent.
 * @throws DomainError NOT_FOUND (no unpaid order costs that), ORDER_NOT_PAYABLE (those that do are charged already),
 * TOO_MANY_REQUESTS, PROVIDER_UNAVAILABLE
 */
export async function startPaymentByPrice(
  platform: Platform,
  caller: Caller,
  { priceCents }: Priced,
): Promise<{ clientSecret: string }> {
  authorize(caller, 'order.pay')
  const orderIds = await unpaidOrders(platform, caller, priceCents)
  const [orderId] = orderIds
  if (orderId === undefined) throw new DomainError('NOT_FOUND', 'You have no such unpaid order.')
  const open = await resumeWithoutOrder(platform, { buyerId: caller.id, priceCents, mayGoOn: orderIds.length > 1 })
  if (open) return secretOf(open)
  if ((await countCharges(platform, { buyerId: caller.id, priceCents })) >= orderIds.length) {
    throw new DomainError('ORDER_NOT_PAYABLE', 'Your payment was taken and is being recorded.')
  }
  if (orderIds.length === 1) return createPaymentIntent(platform, caller, { orderId, foundByPrice: true })
  await platform.rateLimits.countAccount('pay', caller.id)
  return secretOf(await startWithoutOrder(platform, { buyerId: caller.id, priceCents }))
}

async function unpaidOrders({ database }: Platform, caller: Caller, priceCents: number): Promise<string[]> {
  const unpaid = query
    .selectFrom('orders')
    .where('buyer_id', '=', caller.id)
    .where('state', '=', 'PLACED')
    .where('price_cents', '=', priceCents)
    .where('reserved_until', '>', now)
    .select('id')
    .orderBy('placed_at')
    .orderBy('id')
  return (await run(database, unpaid)).map(row => row.id)
}

interface OfBuyer {
  buyerId: string
  priceCents: number
}

/** The buyer's open intent of this amount that has no order yet, if it may go on; what it has become is settled first. */
async function resumeWithoutOrder(
  platform: Platform,
  { buyerId, priceCents, mayGoOn }: OfBuyer & { mayGoOn: boolean },
): Promise<PaymentIntent | null> {
  const { database, cardPayments } = platform
  const payment = await database.payment.findFirst({
    where: { buyerId, amountCents: priceCents, orderId: null, state: 'PENDING' },
    select: { intentId: true },
  })
  if (!payment) return null
  // With one order left, the order's own intent takes its place.
  if (!mayGoOn) await cardPayments.cancelIntent(payment.intentId)
  const intent = await cardPayments.retrieveIntent(payment.intentId)
  if (intent?.status === 'open' && mayGoOn) {
    // A repeated call gets this intent; the buyer names its order when it is paid.
    await database.payment.updateMany({
      where: { intentId: intent.id, state: 'PENDING' },
      data: { namedOrderId: null },
    })
    return intent
  }
  await settlePayment(platform, payment)
  return intent?.status === 'processing' ? intent : null
}

/** How many charges of the buyer and this amount have not been given their orders yet. */
async function countCharges({ database }: Platform, { buyerId, priceCents }: OfBuyer): Promise<number> {
  const charges = query
    .selectFrom('payments as p')
    .where('p.buyer_id', '=', buyerId)
    .where('p.amount_cents', '=', priceCents)
    .where(isUnassignedCharge)
    .select('p.id')
  return (await run(database, charges)).length
}

async function startWithoutOrder(
  { database, cardPayments }: Platform,
  { buyerId, priceCents: amountCents }: OfBuyer,
): Promise<PaymentIntent> {
  const marketId = await marketIdOf(database)
  // Concurrent calls count the same payments, and so name the same intent.
  const before = await database.payment.count({
    where: { buyerId, amountCents, NOT: { orderId: null, state: 'PENDING' } },
  })
  for (let attempt = before + 1; ; attempt += 1) {
    const intent = await cardPayments.createIntent({ orderId: null, buyerId, marketId, amountCents, attempt })
    const data = { orderId: null, buyerId, amountCents, intentId: intent.id }
    await database.payment.createMany({ data, skipDuplicates: true })
    const payment = await database.payment.findUnique({
      where: { intentId: intent.id },
      select: { orderId: true, state: true },
    })
    if (!payment) {
      // Another attempt is the open one. This one's secret is given to nobody, so it stays for whoever comes to its number.
      throw new DomainError(
        'ORDER_NOT_PAYABLE',
        'A payment of this price has been started already. Load the page again.',
      )
    }
    if (payment.orderId === null && payment.state === 'PENDING') return intent
    // An attempt of before, which has ended or got its order.
  }
}

function secretOf({ id, clientSecret }: PaymentIntent): { clientSecret: string } {
  if (!clientSecret) throw new Error(`The provider gave no client secret for ${id}`)
  return { clientSecret }
}
