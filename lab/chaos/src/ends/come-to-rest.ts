import type { Market } from '@second-ring/testkit'
import { stripeOf } from '@second-ring/testkit/card-holder'
import type Stripe from 'stripe'
import { checkRest, leftToDo } from '../rounds/rest.ts'

const TRIES = 12
/** What one job makes possible, another one does in its next minute. */
const PASSES = 2
const DAY = 25

/**
 * Lets days pass, banks decide and jobs run until nothing is left to do.
 * @throws Error that says what is left
 */
export async function comeToRest(market: Market): Promise<void> {
  for (let [tries, passes] = [1, 0]; passes < PASSES; tries += 1) {
    await market.timePasses({ hours: DAY })
    await banksDecide(market)
    await market.runJobs()
    const left = await leftToDo(market.database)
    passes = left.length === 0 ? passes + 1 : 0
    if (tries === TRIES && passes < PASSES)
      throw new Error(`The market does not come to rest: ${left.slice(0, 5).join(', ')}`)
  }
}

/** Refunds and payouts that are on their way arrive. */
async function banksDecide({ database, card: { bank } }: Market): Promise<void> {
  const known = { providerId: { not: null } }
  const refunds = await database.refund.findMany({ where: { state: 'PENDING', ...known } })
  const payouts = await database.payout.findMany({ where: { state: 'IN_TRANSIT', ...known } })
  // What has arrived already, and nobody has heard of, the bank rejects.
  for (const { providerId } of refunds) await bank.succeedRefund(providerId ?? '').catch(() => undefined)
  for (const { providerId } of payouts) await bank.payPayout(providerId ?? '').catch(() => undefined)
}

/** @returns what is wrong at rest: by the ledger's rules, the independent auditor, and the provider's own lists */
export async function differencesAtRest(market: Market): Promise<string[]> {
  const rest = await checkRest(market.database)
  return [
    ...(await market.checkLedger()),
    ...rest.flatMap(({ rule, violations }) => violations.map(what => `${rule}: ${what}`)),
    ...(await paidTwice(market)),
  ]
}

/** What the provider has more than once, though the product meant it once; and what more than its price was paid for. */
async function paidTwice({ environment, database }: Market): Promise<string[]> {
  const { STRIPE_API_URL: url = '', STRIPE_SECRET_KEY: key = '' } = environment
  const stripe = stripeOf(url, key)
  const refunds = await all(stripe.refunds.list({ limit: 100 }))
  const transfers = await all(stripe.transfers.list({ limit: 100 }))
  const charges = await all(stripe.charges.list({ limit: 100 }))
  const accounts = await database.payoutAccount.findMany({ select: { providerAccountId: true } })
  const payouts: Stripe.Payout[] = []
  for (const { providerAccountId: stripeAccount } of accounts) {
    payouts.push(...(await all(stripe.payouts.list({ limit: 100 }, { stripeAccount }))))
  }
  const reversals = transfers.flatMap(({ reversals: { data } }) => data)
  const held = charges.filter(
    ({ status, amount_refunded: back, disputed }) => status === 'succeeded' && back === 0 && !disputed,
  )
  const madeOnce: [string, string, { id: string; metadata: Stripe.Metadata | null }[]][] = [
    ['refund', 'refundId', refunds.filter(({ status }) => status === 'succeeded' || status === 'pending')],
    ['transfer', 'transferId', transfers],
    ['reversal', 'reversalId', reversals],
    ['payout', 'payoutId', payouts],
    ['charge that is kept', 'orderId', held],
  ]
  const twice = madeOnce.flatMap(([what, name, made]) => {
    const byId = Map.groupBy(
      made.filter(({ metadata }) => metadata?.[name]),
      ({ metadata }) => metadata?.[name],
    )
    return [...byId].flatMap(([id, same]) =>
      same.length > 1 ? [`There is more than one ${what} of ${name} ${id}: ${same.map(one => one.id).join(', ')}`] : [],
    )
  })
  const priceOf = new Map(charges.map(({ metadata, amount }) => [metadata.orderId, amount]))
  const sent = Map.groupBy(transfers, ({ metadata }) => metadata.orderId)
  const tooMuch = [...sent].flatMap(([orderId, ofOrder]) => {
    const cents = ofOrder.reduce((sum, { amount, amount_reversed: back }) => sum + amount - back, 0)
    return cents > (priceOf.get(orderId) ?? 0)
      ? [`Order ${orderId} has sent ${cents} cents to its seller, more than its price`]
      : []
  })
  return [...twice, ...tooMuch]
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}
