import { closePayments } from '@second-ring/api/payments/close-payments'
import { settlePayment } from '@second-ring/api/payments/settle-payment'
import { createMarket, intentOf, type Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { moveSequences } from './commands.ts'
import type { Model } from './model.ts'
import { expireAll, releaseAll } from './moves/others.ts'
import type { Real } from './real.ts'

interface ModelRun {
  /** What the sequences are made from; printed when one fails, and to be given to see it again. */
  seed: number
  sequences: number
  /** The most moves in one. */
  longest?: number
}

/** Longer than any hold. */
const WEEK_HOURS = 7 * 24

/**
 * Makes sequences of random moves on the model and on a market of their own, and compares the two after every move; in
 * the end the books have to balance.
 * @returns how many moves were made
 * @throws Error with the seed and the shortest sequence that still fails
 */
export async function runModel({ seed, sequences, longest = 60 }: ModelRun): Promise<{ moves: number }> {
  const openMarket = () => createMarket({ webhooks: false, accountLimits: 'all=1000000' })
  let market = await openMarket()
  let isSpoilt = false
  let moves = 0
  try {
    const property = fc.asyncProperty(moveSequences(longest), async commands => {
      // What a sequence that failed has left behind must not fail a shorter one.
      if (isSpoilt) {
        await market.close()
        market = await openMarket()
      }
      isSpoilt = true
      const { model, real } = await open(market)
      await fc.asyncModelRun(() => ({ model, real }), commands)
      moves += [...commands].length
      await settleDown(real)
      isSpoilt = false
    })
    await fc.assert(property, { seed, numRuns: sequences, endOnFailure: false })
    const violations = await market.checkLedger()
    if (violations.length > 0) throw new Error(`The books do not balance, seed ${seed}:\n${violations.join('\n')}`)
    return { moves }
  } finally {
    await market.close()
  }
}

async function open(market: Market): Promise<{ model: Model; real: Real }> {
  const { id: admin } = await market.user({ role: 'ADMIN' })
  const { id: categoryId } = await market.category()
  const sellers = await Promise.all([0, 1].map(() => market.user({ role: 'SELLER' })))
  const buyers = await Promise.all([0, 1, 2].map(() => market.user()))
  const people = [...sellers, ...buyers].map(({ id }) => id)
  const phones = await Promise.all(people.slice(0, 2).map(sellerId => market.listing({ sellerId, categoryId })))
  return {
    model: {
      now: 0,
      phones: [0, 1].map(seller => ({ seller, state: 'AVAILABLE', line: [] })),
      orders: [],
      gone: new Set(),
    },
    real: { market, admin, people, phones: phones.map(({ id }) => id), orders: [] },
  }
}

/** Lets every hold end, every deal be done and every webhook arrive, so that nothing is left for a later sequence to come upon. */
async function settleDown({ market, admin, orders }: Real): Promise<void> {
  await market.timePasses({ hours: WEEK_HOURS })
  await expireAll(market.platform)
  await releaseAll(market.platform)
  for (const { id: orderId, clientSecret } of orders) {
    await closePayments(market.platform, { orderId })
    if (clientSecret) await settlePayment(market.platform, { intentId: intentOf(clientSecret) })
    const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId }, select: { state: true } })
    if (order.state !== 'PAID') continue
    await market.as(admin).payments.refund({ orderId, reason: 'The sequence is over', relist: false })
  }
}
