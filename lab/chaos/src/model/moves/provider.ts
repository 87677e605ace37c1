import { closePayments } from '@second-ring/api/payments/close-payments'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import fc from 'fast-check'
import type { Move } from '../commands.ts'
import { cancelIntent, type Model, type Order, PRICE, settle } from '../model.ts'
import type { Real } from '../real.ts'
import { orderOf, realOrderOf } from './buyer.ts'

/** A move at the card payments, or by what they tell, of an order that has an intent. */
function ofIntent(
  name: string,
  expect: (model: Model, order: Order) => string,
  make: (real: Real, order: { id: string; clientSecret: string; intentId: string }) => Promise<string>,
) {
  return fc.nat(20).map(
    (number): Move => ({
      name: `${name} order ${number}`,
      isPossible: model => model.orders.length > 0 && orderOf(model, number).intent !== null,
      expect: model => expect(model, orderOf(model, number)),
      make(real) {
        const order = realOrderOf(real, number)
        return make(real, { ...order, intentId: order.clientSecret.split('_secret_')[0] ?? '' })
      },
    }),
  )
}

const orRefused = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    () => 'refused',
  )

const pay = ofIntent(
  'a card pays',
  (_model, { intent }) => {
    if (intent?.status !== 'open') return 'refused'
    intent.status = 'succeeded'
    return 'ok'
  },
  ({ market }, { clientSecret }) => orRefused(market.card.pay(clientSecret)),
)

const decline = ofIntent(
  'a card is declined for',
  () => 'refused',
  ({ market }, { clientSecret }) => orRefused(market.card.pay(clientSecret, 'pm_card_visa_chargeDeclined')),
)

const refundThere = ofIntent(
  'somebody gives back what is left at the provider',
  (_model, { intent }) => {
    if (intent?.status !== 'succeeded' || intent.backCents >= PRICE) return 'refused'
    intent.backCents = PRICE
    return 'ok'
  },
  ({ market }, { intentId }) => orRefused(market.card.refund(intentId)),
)

const hear = ofIntent(
  'a webhook tells of',
  (model, order) => settle(model, order),
  async ({ market }, { intentId }) => (await settlePayment(market.platform, { intentId }))?.outcome ?? 'none',
)

const close = ofIntent(
  'the job ends the payment of',
  (model, order) => {
    const isOver = order.state === 'CANCELLED' || order.state === 'EXPIRED'
    if (isOver && order.payment?.state === 'PENDING') {
      cancelIntent(order)
      settle(model, order)
    }
    return 'ok'
  },
  async ({ market }, { id }) => {
    await closePayments(market.platform, { orderId: id })
    return 'ok'
  },
)

export const providerMoves = [pay, pay, pay, decline, refundThere, hear, close]
