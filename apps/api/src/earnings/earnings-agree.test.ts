import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundsBecomeAvailable, move, payee } from '#payouts/testing/payee.ts'
import { issueReceipts } from '#receipts/issue-receipts.ts'
import { expectAgreement, paidDeal } from './testing/deals.ts'

let market: Market
beforeAll(async () => {
  // What becomes of a refund by itself waits for the test.
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock(), accountLimits: 'all=1000' })
})
afterAll(() => market.close())

/** Lets the ledger's past be some days longer ago, behind its back. */
async function longerAgo(sellerId: string, days: number): Promise<void> {
  await market.database.$transaction([
    market.database.$executeRaw`SET LOCAL session_replication_role = replica`,
    market.database.$executeRaw`UPDATE ledger_transactions t SET posted_at = posted_at - ${days} * interval '1 day'
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.transaction_id = t.id AND a.owner_id = ${sellerId}::uuid`,
  ])
}

const upset = fc.record({
  /** After which step of the deal it comes: the payment, the handover or the release. */
  after: fc.constantFrom(0, 1, 2, 2),
  act: fc.oneof(
    fc.constant('refund' as const),
    fc.constantFrom('win' as const, 'lose' as const),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
  ),
})
const randomDeal = fc.record({
  priceCents: fc.integer({ min: 1000, max: 99_999 }),
  feeShare: fc.double({ min: 0, max: 0.3, noNaN: true }),
  /** How many of the steps are taken. */
  steps: fc.constantFrom(0, 1, 2, 2, 2, 2),
  upsets: fc.array(upset, { minLength: 1, maxLength: 2 }),
  days: fc.integer({ min: 0, max: 75 }),
  /** What is done with the seller's money after it. */
  next: fc.constantFrom('nothing' as const, 'sent' as const, 'arrives' as const),
})
type RandomDeal = typeof randomDeal extends fc.Arbitrary<infer Generated> ? Generated : never

type Payee = Awaited<ReturnType<typeof payee>>

async function carryOut({ sellerId, arrive }: Payee, { priceCents, feeShare, steps, upsets, ...more }: RandomDeal) {
  const fee = { feeCents: Math.floor(priceCents * feeShare), feeTaxBasisPoints: priceCents % 10_001 }
  const deal = await paidDeal(market, { sellerId, priceCents, ...fee })
  // What is not possible any more is rejected.
  const tried = (done: Promise<unknown>) => done.catch(() => undefined)
  for (const [step, take] of [null, deal.handOver, deal.accept].entries()) {
    if (step > steps) break
    if (take) await tried(take())
    for (const { after, act } of upsets) {
      if (after !== step) continue
      if (act === 'refund') await tried(deal.refund())
      else if (typeof act === 'number') await tried(deal.refundAtProvider(Math.ceil(priceCents * act)))
      else await tried(deal.dispute(act))
    }
  }
  if (more.next !== 'nothing') {
    await fundsBecomeAvailable(market)
    await move(market)
    if (more.next === 'arrives') await tried(arrive())
  }
  // Documents of what is longer ago are there already, as they are within a minute.
  await issueReceipts(market.platform)
  await longerAgo(sellerId, more.days)
}

describe('for random deals', () => {
  it('the sums of the screen are the ledger’s balances, and each statement goes on where the one before ended', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(fc.array(randomDeal, { minLength: 2, maxLength: 6 }), async deals => {
      const seller = await payee(market)
      for (const deal of deals) await carryOut(seller, deal)
      await market.runJobs()
      for (const what of await expectAgreement(market, seller.sellerId)) seen.add(what)
    })
    await fc.assert(property, { seed: 1, numRuns: 8 })
    const all = ['paid', 'handed-over', 'ready', 'on-its-way', 'paid-out', 'refunded']
    expect([...seen]).toEqual(expect.arrayContaining([...all, 'sale', 'refund', 'dispute', 'payout']))
    expect(await market.checkLedger()).toEqual([])
  })
})
