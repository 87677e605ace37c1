import { openDueCases } from '@second-ring/api/orders/open-case'
import { closePayments } from '@second-ring/api/payments/close-payments'
import { sendRefund } from '@second-ring/api/payments/send-refund'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { moveSequences } from './commands.ts'
import { at, HOLD, type Model, PRICE, PROTECTION } from './model.ts'
import { place } from './moves/buyer.ts'
import { expireAll, releaseAll } from './moves/others.ts'
import type { Real } from './real.ts'

interface ModelRun {
  /** What the sequences are made from; printed when one fails, and to be given to see it again. */
  seed: number
  sequences: number
  /** The most moves in one. */
  longest?: number
}

interface ModelReport {
  moves: number
  /** What the ledger has posted of them. */
  postings: number
  /** The states of all orders and claims at the end of their sequences, before what was left of them was settled. */
  ended: Set<string>
}

/** Longer than any hold. */
const WEEK_HOURS = 7 * 24

/**
 * Makes sequences of random moves on the model and on a market of their own, and compares the two after every move; in
 * the end the books have to balance.
 * @throws Error with the seed and the shortest sequence that still fails
 */
export async function runModel({ seed, sequences, longest = 60 }: ModelRun): Promise<ModelReport> {
  const openMarket = () => createMarket({ webhooks: false, accountLimits: 'all=1000000' })
  let market = await openMarket()
  let isSpoilt = false
  let [moves, postings] = [0, 0]
  const ended = new Set<string>()
  try {
    const property = fc.asyncProperty(moveSequences(longest), async commands => {
      // What a sequence that failed has left behind must not fail a shorter one.
      if (isSpoilt) {
        postings += await market.database.ledgerTransaction.count()
        await market.close()
        market = await openMarket()
      }
      isSpoilt = true
      const { model, real } = await open(market)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      moves += [...commands].length
      for (const { state, claim } of model.orders) ended.add(state).add(`claim ${claim?.state ?? 'none'}`)
      await settleDown(real)
      isSpoilt = false
    })
    await fc.assert(property, { seed, numRuns: sequences, endOnFailure: false })
    const violations = await market.checkLedger()
    if (violations.length > 0) throw new Error(`The books do not balance, seed ${seed}:\n${violations.join('\n')}`)
    postings += await market.database.ledgerTransaction.count()
    return { moves, postings, ended }
  } finally {
    await market.close()
  }
}

/** Two phones for sale, and a third that its buyer has in their hands. */
async function open(market: Market): Promise<{ model: Model; real: Real }> {
  const { id: admin } = await market.user({ role: 'ADMIN' })
  const { id: categoryId } = await market.category()
  const sellers = await Promise.all([0, 1].map(() => market.user({ role: 'SELLER' })))
  const buyers = await Promise.all([0, 1, 2].map(() => market.user()))
  const people = [...sellers, ...buyers].map(({ id }) => id)
  const owners = people.slice(0, 2)
  const phones = await Promise.all([...owners, at(owners, 0)].map(sellerId => market.listing({ sellerId, categoryId })))
  const phoneIds = phones.map(({ id }) => id)
  const real: Real = { market, admin, people, phones: phoneIds, orders: [] }
  real.orders.push(await handOver(real, { listingId: at(phoneIds, 2), buyer: 2, seller: 0 }))
  const model: Model = {
    now: 0,
    phones: [
      ...[0, 1].map(seller => ({ seller, state: 'AVAILABLE' as const, line: [] })),
      { seller: 0, state: 'SOLD', line: [] },
    ],
    orders: [
      {
        ...{ phone: 2, buyer: 2, state: 'HANDED_OVER', until: HOLD, letGoAt: null, wrongCodes: 0 },
        ...{ protectedUntil: PROTECTION, claim: null, intent: { status: 'succeeded', backCents: 0 } },
        payment: { state: 'SUCCEEDED', since: 0, checked: null, promise: null },
      },
    ],
    gone: new Set(),
  }
  return { model, real }
}

async function handOver(
  { market, people }: Real,
  { listingId, buyer, seller }: { listingId: string; buyer: number; seller: number },
) {
  const { orders, payments } = market.as(at(people, buyer))
  const { orderId } = await orders.place({ listingId, ...place })
  const { clientSecret } = await payments.createIntent({ orderId })
  await payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
  const { handoverCode } = await orders.byId({ orderId })
  await market.as(at(people, seller)).orders.handOver({ orderId, code: handoverCode ?? '' })
  return { id: orderId, clientSecret }
}

/** Lets every hold end, every deal be done and every webhook arrive, so that nothing is left for a later sequence to come upon. */
async function settleDown({ market, admin, orders }: Real): Promise<void> {
  const { database, platform } = market
  await market.timePasses({ hours: WEEK_HOURS })
  await expireAll(platform)
  await releaseAll(platform)
  const [failure] = await openDueCases(platform)
  if (failure) throw failure
  for (const { id: orderId, clientSecret } of orders) {
    await closePayments(platform, { orderId })
    if (clientSecret) await settlePayment(platform, { intentId: intentOf(clientSecret) })
    const order = await database.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { state: true, payments: { where: { state: 'SUCCEEDED' }, select: { id: true } } },
    })
    const reason = 'The sequence is over'
    const caller = market.as(admin)
    if (order.state === 'PAID') await caller.payments.refund({ orderId, reason, relist: false })
    if (order.state === 'CLAIMED')
      await caller.cases.decide({ orderId, decision: 'RELEASE', refundCents: null, leftCents: PRICE, reason })
    for (const { id: paymentId } of order.payments) await sendRefund(platform, { paymentId })
  }
  // Of these sequences no seller has an account that the money could go to: it waits since today.
  await database.order.updateMany({ where: { releasedAt: { not: null } }, data: { releasedAt: new Date() } })
}
