import type { DisputeAct } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import { type Act, ofBooking } from './act.ts'
import { charge, intentOf } from './paying.ts'

/** What a bank or the dashboard will not do, it does not: nobody in the market is asked. */
export const unlessRejected = <Result>(call: Promise<Result>): Promise<Result | null> => call.catch(() => null)

/** Someone at the provider's dashboard gives a charge back, wholly or in part. */
export const refundAtProvider = ofBooking(async ({ random, stripe }, { clientSecret, phone }) => {
  if (!clientSecret) return
  const amount = random.chance(0.5) ? {} : { amount: random.between(1, phone.priceCents) }
  await unlessRejected(stripe.refunds.create({ payment_intent: intentOf(clientSecret), ...amount }))
})

/** A bank carries a refund out, or sends it back, also after it had succeeded. */
export const settleRefund = ofBooking(async ({ random, stripe, bank }, { clientSecret }) => {
  if (!clientSecret) return
  const refunds = await unlessRejected(stripe.refunds.list({ payment_intent: intentOf(clientSecret) }))
  const refund = random.pick(refunds?.data ?? [])
  if (!refund) return
  const settle = random.pick([bank.succeedRefund, bank.failRefund, bank.cancelRefund]) ?? bank.failRefund
  await unlessRejected(settle(refund.id))
})

/** A bank disputes a charge, or asks about it. */
export const dispute = ofBooking(async ({ random, stripe, bank }, { clientSecret, phone }) => {
  if (!clientSecret) return
  const intent = await unlessRejected(stripe.paymentIntents.retrieve(intentOf(clientSecret)))
  const chargeId = intent?.latest_charge
  if (typeof chargeId !== 'string') return
  const status = random.pick(['needs_response', 'needs_response', 'warning_needs_response', 'prevented'] as const)
  const amount = random.chance(0.8) ? {} : { amount: random.between(1, phone.priceCents) }
  await unlessRejected(bank.openDispute(chargeId, { ...(status && { status }), ...amount }))
})

const decisions: DisputeAct[] = ['review', 'win', 'lose', 'withdraw', 'escalate', 'close']

/** A bank goes on with a dispute, or decides it. */
export const decideDispute = ofBooking(async ({ random, stripe, bank }, { clientSecret }) => {
  if (!clientSecret) return
  const disputes = await unlessRejected(stripe.disputes.list({ payment_intent: intentOf(clientSecret) }))
  const open = random.pick(disputes?.data ?? [])
  const act = random.pick(decisions)
  if (open && act) await unlessRejected(bank.decideDispute(open.id, act))
})

/** A charge of this market for no order, as after a restore or by a mistake. */
export const chargeForNothing: Act = async crowd => {
  const { stripe, database, random, buyers } = crowd
  const market = await unlessRejected(database.market.findFirstOrThrow({ select: { id: true } }))
  const buyer = random.pick(buyers)
  if (!market || !buyer) return
  const metadata = { market: market.id, ...(random.chance(0.5) && { buyerId: buyer.id }) }
  const amount = random.between(5000, 90_000)
  const intent = await unlessRejected(stripe.paymentIntents.create({ amount, currency: 'usd', metadata }))
  if (intent) await charge(crowd, intent.id)
}

/** An admin decides about a charge that waits for one, and asks for a refund again that has failed. */
export const overseeMoney: Act = async ({ random, database, admins, tally }) => {
  const admin = random.pick(admins)
  const [charges, refunds] = await Promise.all([
    unlessRejected(database.unmatchedCharge.findMany({ where: { state: 'WAITING' }, select: { id: true }, take: 20 })),
    unlessRejected(
      database.refund.findMany({
        where: { state: 'FAILED', payment: { state: 'SUCCEEDED' } },
        orderBy: { id: 'desc' },
        select: { paymentId: true },
        take: 20,
      }),
    ),
  ])
  const [waiting, failed] = [random.pick(charges ?? []), random.pick(refunds ?? [])]
  if (admin && waiting) {
    const decision = random.chance(0.8) ? ('return' as const) : ('dismiss' as const)
    const decided = { unmatchedChargeId: waiting.id, decision, reason: 'Looked at' }
    await tally.take('decide a charge', idempotencyKey =>
      admin.client.payments.decideUnmatched.mutate({ ...decided, idempotencyKey }),
    )
  }
  if (!admin || !failed) return
  await tally.take('ask for a refund again', idempotencyKey =>
    admin.client.payments.askRefundAgain.mutate({ paymentId: failed.paymentId, idempotencyKey }),
  )
}
