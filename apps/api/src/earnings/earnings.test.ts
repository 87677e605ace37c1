import type { Deal, Statement } from '@second-ring/contracts/earnings/earnings'
import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlePayment } from '#payments/settle-payment.ts'

let market: Market
beforeAll(async () => {
  // What becomes of a refund by itself waits for the test.
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock(), accountLimits: 'all=1000' })
})
afterAll(() => market.close())

interface Terms {
  sellerId: string
  priceCents?: number
  feeCents?: number
  productName?: string
}

/** A phone of a seller that is paid for, and what may become of it. */
async function paidDeal({ sellerId, priceCents = 20_000, feeCents = 1000, productName = 'Aurora 12' }: Terms) {
  const { id: listingId } = await market.listing({
    sellerId,
    productName,
    resalePriceCents: priceCents,
    state: 'RESERVED',
  })
  const { id: orderId, buyerId } = await market.order({ listingId, productName, priceCents, feeCents })
  const buyer = market.as(buyerId)
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  await buyer.payments.confirm({ orderId, transactionId: intentId })
  const settle = () => settlePayment(market.platform, { intentId })
  return {
    orderId,
    priceCents,
    async handOver() {
      const { handoverCode } = await buyer.orders.byId({ orderId })
      await market.as(sellerId).orders.handOver({ orderId, code: handoverCode ?? '' })
    },
    accept: () => buyer.orders.acceptPhone({ orderId }),
    refund: () => market.as(sellerId).payments.refund({ orderId, reason: 'It does not charge', relist: false }),
    async refundAtProvider(cents: number) {
      await market.card.refund(intentId, cents)
      await settle()
    },
    async dispute(outcome: 'win' | 'lose') {
      const disputeId = await market.card.dispute(intentId)
      await settle()
      await market.card.bank.decideDispute(disputeId, outcome)
      await settle()
    },
  }
}

const aSeller = async () => (await market.user({ role: 'SELLER' })).id

/** Lets the ledger's past be some days longer ago, behind its back. */
async function longerAgo(sellerId: string, days: number): Promise<void> {
  await market.database.$transaction([
    market.database.$executeRaw`SET LOCAL session_replication_role = replica`,
    market.database.$executeRaw`UPDATE ledger_transactions t SET posted_at = posted_at - ${days} * interval '1 day'
      FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.transaction_id = t.id AND a.owner_id = ${sellerId}::uuid`,
  ])
}

async function allDeals(sellerId: string): Promise<Deal[]> {
  const deals: Deal[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await market.as(sellerId).earnings.deals({ limit: 3, cursor })
    deals.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return deals
}

async function allStatements(sellerId: string): Promise<Statement[]> {
  const { firstMonth, thisMonth } = await market.as(sellerId).earnings.summary({})
  const statements: Statement[] = []
  for (let month = firstMonth; month <= thisMonth; month = nextMonth(month))
    statements.push(await market.as(sellerId).earnings.statement({ month }))
  return statements
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7)
}

const sum = (cents: number[]) => cents.reduce((all, part) => all + part, 0)

async function csvOf(userId: string, query: string) {
  const headers = { authorization: `Bearer ${market.tokenOf(userId)}` }
  return fetch(`${market.url}/earnings.csv?${query}`, { headers })
}

describe('the money of a deal', () => {
  it('is held, then the seller’s without the fee, and a line of the month’s statement', async () => {
    const sellerId = await aSeller()
    const { earnings } = market.as(sellerId)
    const nothing = { heldCents: 0, readyCents: 0, onItsWayCents: 0, paidOutCents: 0 }
    expect(await earnings.summary({})).toMatchObject(nothing)
    const deal = await paidDeal({ sellerId })
    const row = { priceCents: 20_000, returnedCents: 0, feeCents: 1000, arrivesCents: 19_000, disputed: false }
    const order = await market.database.order.findUniqueOrThrow({ where: { id: deal.orderId } })
    expect((await earnings.deals({})).items).toEqual([
      {
        ...{ orderId: deal.orderId, productName: 'Aurora 12', buyerName: 'Robin Vale', ...row },
        ...{ state: 'paid', at: order.handoverDueAt?.toISOString() },
      },
    ])
    expect(await earnings.summary({})).toMatchObject({ ...nothing, heldCents: 19_000 })

    await deal.handOver()
    const { protectedUntil } = await market.database.order.findUniqueOrThrow({ where: { id: deal.orderId } })
    expect((await earnings.deals({})).items).toMatchObject([
      { ...row, state: 'handed-over', at: protectedUntil?.toISOString() },
    ])
    expect(await earnings.summary({})).toMatchObject({ ...nothing, heldCents: 19_000 })

    await deal.accept()
    expect((await earnings.deals({})).items).toMatchObject([{ ...row, state: 'ready' }])
    const summary = await earnings.summary({})
    expect(summary).toMatchObject({ ...nothing, readyCents: 19_000 })
    const amounts = { grossCents: 20_000, feeCents: 1000, amountCents: 19_000, balanceCents: 19_000 }
    expect(await earnings.statement({ month: summary.thisMonth })).toEqual({
      ...{ month: summary.thisMonth, openingCents: 0, closingCents: 19_000, lineCount: 1 },
      lines: [{ at: expect.any(String), kind: 'sale', orderId: deal.orderId, productName: 'Aurora 12', ...amounts }],
    })
  })

  it('is nobody’s of the seller’s when it was refunded before the handover', async () => {
    const sellerId = await aSeller()
    const deal = await paidDeal({ sellerId })
    await deal.refund()
    await market.runJobs()
    const { earnings } = market.as(sellerId)
    expect((await earnings.deals({})).items).toMatchObject([
      { state: 'refunded', at: null, returnedCents: 20_000, feeCents: 0, arrivesCents: 0 },
    ])
    expect(await earnings.summary({})).toMatchObject({ heldCents: 0, readyCents: 0 })
  })

  it('is less, or gone, when some of it or all goes back after it was the seller’s', async () => {
    const sellerId = await aSeller()
    const [lost, part] = [await paidDeal({ sellerId }), await paidDeal({ sellerId, priceCents: 10_000, feeCents: 500 })]
    for (const deal of [lost, part]) {
      await deal.handOver()
      await deal.accept()
    }
    await part.refundAtProvider(3000)
    await lost.dispute('lose')
    const { earnings } = market.as(sellerId)
    const deals = await allDeals(sellerId)
    expect(deals).toMatchObject([
      { orderId: part.orderId, state: 'ready', returnedCents: 3000, feeCents: 350, arrivesCents: 6650 },
      { orderId: lost.orderId, state: 'refunded', returnedCents: 20_000, feeCents: 0, arrivesCents: 0 },
    ])
    const { thisMonth, readyCents } = await earnings.summary({})
    expect(readyCents).toBe(6650)
    const { lines } = await earnings.statement({ month: thisMonth })
    expect(lines.map(({ kind, amountCents, feeCents }) => [kind, amountCents, feeCents])).toEqual([
      ['sale', 19_000, 1000],
      ['sale', 9500, 500],
      ['refund', -2850, -150],
      ['dispute', -19_000, -1000],
    ])
  })

  it('is not a seller’s who sold nothing, and a booking that is not paid is no deal', async () => {
    const sellerId = await aSeller()
    const { id: listingId } = await market.listing({ sellerId, state: 'RESERVED' })
    await market.order({ listingId })
    expect(await allDeals(sellerId)).toEqual([])
    const [statement, ...others] = await allStatements(sellerId)
    expect(statement).toMatchObject({ openingCents: 0, closingCents: 0, lines: [], lineCount: 0 })
    expect(others).toEqual([])
  })
})

describe('statements', () => {
  it('put what was posted at the turn of a month into the one or the other', async () => {
    const sellerId = await aSeller()
    const deal = await paidDeal({ sellerId })
    await deal.handOver()
    await deal.accept()
    await market.database.$transaction([
      market.database.$executeRaw`SET LOCAL session_replication_role = replica`,
      market.database.$executeRaw`UPDATE ledger_transactions SET posted_at = '2026-09-30T23:59:59.999Z'
        WHERE order_id = ${deal.orderId}::uuid`,
    ])
    const of = (month: string) => market.as(sellerId).earnings.statement({ month })
    expect(await of('2026-08')).toMatchObject({ openingCents: 0, closingCents: 0, lineCount: 0 })
    expect(await of('2026-09')).toMatchObject({ openingCents: 0, closingCents: 19_000, lineCount: 1 })
    expect(await of('2026-10')).toMatchObject({ openingCents: 19_000, closingCents: 19_000, lineCount: 0 })
    expect((await market.as(sellerId).earnings.summary({})).firstMonth).toBe('2026-09')
  })

  it('are a file that a spreadsheet does not run, with the same amounts', async () => {
    const sellerId = await aSeller()
    const deal = await paidDeal({ sellerId, productName: '=HYPERLINK("http://evil.example")' })
    await deal.handOver()
    await deal.accept()
    await deal.refundAtProvider(5000)
    const { thisMonth: month } = await market.as(sellerId).earnings.summary({})
    const answer = await csvOf(sellerId, `month=${month}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="second-ring-earnings-${month}.csv"`)
    const harmless = `"'=HYPERLINK(""http://evil.example"")"`
    const lines = (await answer.text()).split('\r\n').map(line => line.replace(/^"\d{4}-[^"]*"/, '"DAY"'))
    expect(lines).toEqual([
      '"date_utc","what","product","order","gross_usd","fee_usd","amount_usd","balance_usd"',
      '"DAY","Opening balance","","","","","",0.00',
      `"DAY","Sale",${harmless},"${deal.orderId}",200.00,10.00,190.00,190.00`,
      `"DAY","Refund to the buyer",${harmless},"${deal.orderId}",-50.00,-2.50,-47.50,142.50`,
      '"","Closing balance","","","","","",142.50',
      '',
    ])
  })

  it.each(['', 'month=2026-13', 'month=26-01', 'month=2026-11&of=2026', 'month=2026-11&month=2026-10', 'month=%00'])(
    'are given for a month alone: %s',
    async query => {
      expect((await csvOf(await aSeller(), query)).status).toBe(400)
    },
  )
})

describe('whose they are', () => {
  const calls = (userId: string, sellerId?: string) => {
    const { earnings } = market.as(userId)
    const of = sellerId === undefined ? {} : { sellerId }
    return [() => earnings.summary(of), () => earnings.deals(of), () => earnings.statement({ ...of, month: '2026-11' })]
  }
  const file = (sellerId?: string) => (sellerId ? `month=2026-11&sellerId=${sellerId}` : 'month=2026-11')

  it('refuses the wrong role', async () => {
    const { id: buyerId } = await market.user()
    for (const call of calls(buyerId)) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await csvOf(buyerId, file())).status).toBe(403)
    expect((await fetch(`${market.url}/earnings.csv?${file()}`)).status).toBe(401)
  })

  it('refuses another seller’s, and takes one’s own by name', async () => {
    const [own, other] = [await aSeller(), await aSeller()]
    for (const call of calls(own, other)) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await csvOf(own, file(other))).status).toBe(403)
    for (const call of calls(own, own)) await call()
    expect((await csvOf(own, file(own))).status).toBe(200)
  })

  it('shows an admin a seller’s, which is in the audit', async () => {
    const [sellerId, { id: adminId }] = [await aSeller(), await market.user({ role: 'ADMIN' })]
    await paidDeal({ sellerId })
    const admin = market.as(adminId)
    expect(await admin.earnings.summary({ sellerId })).toMatchObject({ heldCents: 19_000 })
    expect((await admin.earnings.deals({ sellerId })).items).toHaveLength(1)
    expect((await csvOf(adminId, file(sellerId))).status).toBe(200)
    const read = await market.database.auditEntry.findMany({ where: { actorId: adminId, action: 'read.earnings' } })
    expect(read.map(({ subjectId }) => subjectId)).toEqual([sellerId])
    expect(await admin.earnings.summary({})).toMatchObject({ heldCents: 0, readyCents: 0 })
  })

  it('takes the cursor of one’s own list alone', async () => {
    const [one, other] = [await aSeller(), await aSeller()]
    for (let count = 0; count < 2; count += 1) await paidDeal({ sellerId: one })
    const { nextCursor: cursor } = await market.as(one).earnings.deals({ limit: 1 })
    const theirs = market.as(other).earnings.deals({ cursor: cursor ?? '' })
    await expect(theirs).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

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
})
type RandomDeal = typeof randomDeal extends fc.Arbitrary<infer Generated> ? Generated : never

async function carryOut(sellerId: string, { priceCents, feeShare, steps, upsets, days }: RandomDeal): Promise<void> {
  const deal = await paidDeal({ sellerId, priceCents, feeCents: Math.floor(priceCents * feeShare) })
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
  await longerAgo(sellerId, days)
}

describe('for random deals', () => {
  it('the sums of the screen are the ledger’s balances, and each statement goes on where the one before ended', async () => {
    const seen = new Set<string>()
    const property = fc.asyncProperty(fc.array(randomDeal, { minLength: 2, maxLength: 6 }), async deals => {
      const sellerId = await aSeller()
      for (const deal of deals) await carryOut(sellerId, deal)
      await market.runJobs()
      for (const what of await expectAgreement(sellerId)) seen.add(what)
    })
    await fc.assert(property, { seed: 1, numRuns: 10 })
    const all = ['paid', 'handed-over', 'ready', 'refunded', 'sale', 'refund', 'dispute']
    expect([...seen].toSorted()).toEqual(all.toSorted())
    expect(await market.checkLedger()).toEqual([])
  })
})

interface Balance {
  kind: string
  cents: number
}

/** @returns which kinds of deals and lines there were */
async function expectAgreement(sellerId: string): Promise<string[]> {
  const { heldCents, readyCents, onItsWayCents, paidOutCents } = await market.as(sellerId).earnings.summary({})
  const balances = await market.database.$queryRaw<Balance[]>`
    SELECT kind::text, -balance_cents::int AS cents FROM ledger_balances WHERE owner_id = ${sellerId}::uuid`
  const balanceOf = (kind: string) => balances.find(balance => balance.kind === kind)?.cents ?? 0
  expect([readyCents, onItsWayCents]).toEqual([balanceOf('SELLER_BALANCE'), balanceOf('SELLER_PAYOUTS')])

  const held = await market.database.$queryRaw<{ held: number; price: number; fee: number }[]>`
    SELECT -sum(e.amount_cents)::int AS held, o.price_cents AS price, o.fee_cents AS fee
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'HELD'
    JOIN ledger_transactions t ON t.id = e.transaction_id JOIN payments p ON p.id = t.payment_id
    JOIN orders o ON o.id = p.order_id JOIN listings l ON l.id = o.listing_id
    WHERE l.seller_id = ${sellerId}::uuid GROUP BY o.id`
  // The fee is a part of what is held, half a cent counting as one.
  const feeOf = (deal: { held: number; price: number; fee: number }) =>
    Math.floor((deal.fee * deal.held) / deal.price + 0.5)
  expect(heldCents).toBe(sum(held.map(deal => deal.held - feeOf(deal))))

  const deals = await allDeals(sellerId)
  expect(sum(deals.map(({ arrivesCents }) => arrivesCents))).toBe(heldCents + readyCents + onItsWayCents + paidOutCents)
  for (const { priceCents, returnedCents, feeCents, arrivesCents } of deals)
    expect(returnedCents + feeCents + arrivesCents).toBe(priceCents)

  const statements = await allStatements(sellerId)
  let closing = 0
  for (const { openingCents, lines, lineCount, closingCents } of statements) {
    expect(openingCents).toBe(closing)
    expect(lines).toHaveLength(lineCount)
    expect(openingCents + sum(lines.map(({ amountCents }) => amountCents))).toBe(closingCents)
    for (const line of lines) expect(line.grossCents - line.feeCents).toBe(line.amountCents)
    closing = closingCents
  }
  expect(closing).toBe(readyCents + onItsWayCents)
  return [...deals.map(({ state }) => state), ...statements.flatMap(({ lines }) => lines.map(({ kind }) => kind))]
}
