import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settlePayout } from '#payouts/settle-payout.ts'
import { fundsBecomeAvailable, move, payee } from '#payouts/testing/payee.ts'
import type { Terms } from './testing/deals.ts'
import * as deals from './testing/deals.ts'

let market: Market
beforeAll(async () => {
  // What becomes of a refund by itself waits for the test.
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock(), accountLimits: 'all=1000' })
})
afterAll(() => market.close())

const aSeller = async () => (await market.user({ role: 'SELLER' })).id
const paidDeal = (terms: Terms) => deals.paidDeal(market, terms)
const allDeals = (sellerId: string) => deals.allDeals(market, sellerId)

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
    const cents = { priceCents: 20_000, returnedCents: 0, feeCents: 1000, arrivesCents: 19_000, keptCents: 0 }
    const row = { ...cents, disputed: false }
    const order = await market.database.order.findUniqueOrThrow({ where: { id: deal.orderId } })
    expect((await earnings.deals({})).items).toEqual([
      {
        ...{ orderId: deal.orderId, productName: 'Aurora 12', buyerName: 'Robin Vale', ...row },
        ...{ state: 'paid', stage: 'PAID', at: order.handoverDueAt?.toISOString(), expectedAt: null, wait: null },
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
    expect(await allDeals(sellerId)).toMatchObject([
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

  it('is the market’s alone where its fee is all of the price, and the deal is done', async () => {
    const sellerId = await aSeller()
    const deal = await paidDeal({ sellerId, priceCents: 300, feeCents: 300 })
    await deal.handOver()
    await deal.accept()
    const { earnings } = market.as(sellerId)
    const order = await market.database.order.findUniqueOrThrow({ where: { id: deal.orderId } })
    expect((await earnings.deals({})).items).toMatchObject([
      { state: 'done', at: order.releasedAt?.toISOString(), returnedCents: 0, feeCents: 300, arrivesCents: 0 },
    ])
    expect(await earnings.summary({})).toMatchObject({ heldCents: 0, readyCents: 0 })
    const notices = await market.database.notice.findMany({ where: { userId: sellerId, kind: 'released' } })
    expect(notices.map(({ message }) => message)).toEqual([
      'The sale of Aurora 12 is closed. The market keeps $3 of its payment as its fee, and nothing is left for you.',
    ])
  })

  it('is not a seller’s who sold nothing, and a booking that is not paid is no deal', async () => {
    const sellerId = await aSeller()
    const { id: listingId } = await market.listing({ sellerId, state: 'RESERVED' })
    const { id: unpaid } = await market.order({ listingId })
    expect(await allDeals(sellerId)).toEqual([])
    await expect(market.as(sellerId).earnings.deal({ orderId: unpaid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const [statement, ...others] = await deals.allStatements(market, sellerId)
    expect(statement).toMatchObject({ openingCents: 0, closingCents: 0, lines: [], lineCount: 0 })
    expect(others).toEqual([])
  })
})

describe('the money of a deal that is released', () => {
  it('is on its way once it is sent, then paid out, and a line of the statement when it arrives', async () => {
    const seller = await payee(market)
    const { earnings } = market.as(seller.sellerId)
    const { orderId } = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const transfer = await market.database.transfer.findFirstOrThrow({ where: { orderId } })
    const sums = {
      heldCents: 0,
      readyCents: 0,
      onItsWayCents: 19_000,
      paidOutCents: 0,
      frozen: false,
      frozenReason: null,
    }
    expect(await earnings.summary({})).toMatchObject(sums)
    const sent = { orderId, arrivesCents: 19_000, keptCents: 0, state: 'on-its-way' }
    expect(await earnings.deal({ orderId })).toMatchObject({ ...sent, at: transfer.settledAt?.toISOString() })
    const { thisMonth: month } = await earnings.summary({})
    expect(await earnings.statement({ month })).toMatchObject({ closingCents: 19_000, lineCount: 1 })

    await seller.arrive()
    expect(await earnings.summary({})).toMatchObject({ ...sums, onItsWayCents: 0, paidOutCents: 19_000 })
    const { settledAt } = await seller.lastPayout()
    expect((await earnings.deals({})).items).toMatchObject([
      { ...sent, state: 'paid-out', at: settledAt?.toISOString() },
    ])
    const { lines, closingCents } = await earnings.statement({ month })
    expect(lines.map(({ kind, amountCents, orderId: of }) => [kind, amountCents, of])).toEqual([
      ['sale', 19_000, orderId],
      ['payout', -19_000, null],
    ])
    expect(closingCents).toBe(0)
  })

  it('is owed when it goes back after it arrived, and later deals are kept for that, also in part', async () => {
    const seller = await payee(market)
    const { earnings } = market.as(seller.sellerId)
    const first = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    await first.refund(20_000)
    expect(await earnings.summary({})).toMatchObject({ readyCents: -19_000, paidOutCents: 19_000 })
    expect(await earnings.deal({ orderId: first.orderId })).toMatchObject({ state: 'refunded', arrivesCents: 0 })

    const second = await seller.deal()
    await second.refund(10_000)
    expect(await earnings.deal({ orderId: second.orderId })).toMatchObject({
      ...{ state: 'kept', arrivesCents: 9500, keptCents: 9500 },
    })
    const third = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    expect((await earnings.deals({})).items).toMatchObject([
      { orderId: third.orderId, keptCents: 19_000, state: 'kept' },
      { orderId: second.orderId, keptCents: 0, state: 'on-its-way' },
      { orderId: first.orderId, keptCents: 0, state: 'refunded' },
    ])
    await deals.expectAgreement(market, seller.sellerId)
  })

  it('arrives in the order in which it was sent, and is on its way again when the bank sends it back', async () => {
    const seller = await payee(market)
    const { earnings } = market.as(seller.sellerId)
    const stateOf = async (orderId: string) => (await earnings.deal({ orderId })).state
    const first = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await seller.arrive()
    const second = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    expect([await stateOf(first.orderId), await stateOf(second.orderId)]).toEqual(['paid-out', 'on-its-way'])
    const { providerId } = await market.database.payout.findFirstOrThrow({
      where: { sellerId: seller.sellerId, state: 'PAID' },
    })
    await market.card.bank.failPayout(providerId ?? '')
    await settlePayout(market.platform, { accountId: seller.accountId, payoutId: providerId ?? '' })
    // What arrives first is of what was sent first: the second payout counts for the first deal.
    expect([await stateOf(first.orderId), await stateOf(second.orderId)]).toEqual(['on-its-way', 'waiting'])
    const { thisMonth: month } = await earnings.summary({})
    const { lines } = await earnings.statement({ month })
    expect(lines.map(({ kind }) => kind)).toEqual(['sale', 'payout', 'sale', 'payout-returned'])
    await deals.expectAgreement(market, seller.sellerId)
  })

  it('did not reach the bank when the payout failed: that is told with the reason and when it is sent again', async () => {
    const seller = await payee(market, { accountNumber: '000111111113' })
    const { earnings } = market.as(seller.sellerId)
    const { orderId } = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const { id, providerId, requestedAt, ...payout } = await seller.lastPayout()
    if (payout.state !== 'FAILED') {
      await market.card.bank.failPayout(providerId ?? '', 'account_closed')
      await settlePayout(market.platform, { accountId: seller.accountId, payoutId: providerId ?? '' })
    }
    expect(await market.database.payout.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'FAILED' })
    const failure =
      'your bank account is closed. Name another one at the payment provider: the page of your earnings leads there.'
    const at = new Date(requestedAt.getTime() + 23 * 3_600_000).toISOString()
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled: true } })
    const wait = { until: 'next-payout', at, failure }
    expect(await earnings.summary({})).toMatchObject({ onItsWayCents: 19_000, waitingCents: 19_000, wait })
    expect(await earnings.deal({ orderId })).toMatchObject({ state: 'waiting', wait })
    expect((await earnings.deals({})).items).toMatchObject([{ state: 'waiting', wait }])

    const change = { payoutsEnabled: false }
    await market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: change })
    expect((await earnings.summary({})).wait).toMatchObject({ until: 'payable', failure })
    const reason = 'Buyers report locked phones'
    await (await market.asAdmin()).accounts.freezePayouts({ userId: seller.sellerId, reason })
    expect((await earnings.deal({ orderId })).wait).toMatchObject({ until: 'released', failure })

    await (await market.asAdmin()).accounts.releasePayouts({ userId: seller.sellerId })
    await seller.bank()
    await market.timePasses({ hours: 24 })
    await move(market)
    expect(await earnings.summary({})).toMatchObject({ waitingCents: 0, wait: null })
    expect(await earnings.deal({ orderId })).toMatchObject({ state: 'on-its-way', wait: null })
    await deals.expectAgreement(market, seller.sellerId)
  })

  it('is on a closed account for nothing, also once there is another, to which what is earned then goes', async () => {
    const seller = await payee(market)
    const { sellerId: userId } = seller
    const { earnings } = market.as(userId)
    const data = (payoutsEnabled: boolean) => ({ where: { userId }, data: { payoutsEnabled } })
    await market.database.payoutAccount.update(data(false))
    const { orderId } = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const closed = { until: 'closed', at: null, failure: null }
    const gone = { detailsSubmitted: false, transfersEnabled: false, payoutsEnabled: false, requirementsDue: [] }
    await market.database.payoutAccount.update({
      where: { userId },
      data: { ...gone, disabledReason: 'account_invalid' },
    })
    const ofClosed = { onItsWayCents: 19_000, waitingCents: 19_000, closedCents: 19_000, wait: null }
    expect(await earnings.summary({})).toMatchObject(ofClosed)
    expect(await earnings.deal({ orderId })).toMatchObject({ state: 'waiting', wait: closed })
    const ready = { detailsSubmitted: true, transfersEnabled: true, payoutsEnabled: true, disabledReason: null }
    const other = await payee(market)
    await market.database.payoutAccount.delete({ where: { userId: other.sellerId } })
    const providerAccountId = other.accountId
    await market.database.payoutAccount.update({ where: { userId }, data: { providerAccountId, ...ready } })
    expect(await earnings.summary({})).toMatchObject(ofClosed)
    expect((await earnings.deals({})).items).toMatchObject([{ orderId, state: 'waiting', wait: closed }])
    await market.database.payoutAccount.update(data(false))
    const second = await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    await market.database.payoutAccount.update(data(true))
    expect(await earnings.summary({})).toMatchObject({
      ...{ onItsWayCents: 38_000, waitingCents: 38_000, closedCents: 19_000, wait: { until: 'next-payout' } },
    })
    await move(market)
    expect(await earnings.deal({ orderId: second.orderId })).toMatchObject({ state: 'on-its-way', wait: null })
    expect(await earnings.deal({ orderId })).toMatchObject({ state: 'waiting', wait: closed })
    expect(await earnings.summary({})).toMatchObject({ ...ofClosed, onItsWayCents: 38_000 })
  })

  it('waits for the next payout of the day, and for more when it is too little', async () => {
    const seller = await payee(market)
    const { earnings } = market.as(seller.sellerId)
    await seller.deal()
    await fundsBecomeAvailable(market)
    await move(market)
    const { id, sellerId, providerAccountId } = await seller.lastPayout()
    const second = await seller.deal()
    await fundsBecomeAvailable(market)
    // As if the first had been asked for a moment ago; it arrives.
    await market.database.payout.update({ where: { id }, data: { requestedAt: new Date() } })
    await move(market)
    const wait = { until: 'next-payout', at: expect.any(String), failure: null }
    expect(await earnings.summary({})).toMatchObject({ onItsWayCents: 19_000, waitingCents: 19_000, wait })
    expect(await earnings.deal({ orderId: second.orderId })).toMatchObject({ state: 'waiting', wait })
    const other = await market.database.payout.create({ data: { sellerId, providerAccountId, amountCents: 18_950 } })
    expect(await earnings.summary({})).toMatchObject({ waitingCents: 50, wait: { until: 'minimum' } })
    await market.database.payout.delete({ where: { id: other.id } })
    await market.timePasses({ hours: 24 })
    await move(market)
    expect(await earnings.deal({ orderId: second.orderId })).toMatchObject({ state: 'on-its-way', wait: null })
  })

  it('waits while an admin has stopped it, which the seller is told', async () => {
    const seller = await payee(market)
    await seller.deal()
    const reason = 'Buyers report locked phones'
    await (await market.asAdmin()).accounts.freezePayouts({ userId: seller.sellerId, reason })
    const summary = await market.as(seller.sellerId).earnings.summary({})
    expect(summary).toMatchObject({ frozen: true, frozenReason: reason, readyCents: 19_000 })
  })
})

describe('what is said of a deal to its seller', () => {
  const claim = { reason: 'OTHER' as const, text: 'It hums', images: [] }

  it('is until when they can answer, in the list and on the page, through a claim and a return', async () => {
    const sellerId = await aSeller()
    const deal = await paidDeal({ sellerId })
    const [seller, buyer] = [market.as(sellerId), market.as(deal.buyerId)]
    const { orderId } = deal
    await deal.handOver()
    const said = async () => {
      const { dueAt } = await market.database.claim.findUniqueOrThrow({ where: { orderId } })
      const [item] = (await seller.earnings.deals({})).items
      const [own] = (await seller.listings.mine({})).items
      expect([item?.stage, item?.at]).toEqual([own?.booking?.stage, own?.booking?.dueAt])
      expect(item?.at).toBe(dueAt?.toISOString())
      return item?.stage
    }
    await buyer.claims.open({ orderId, ...claim, wish: 'RETURN', wishCents: null })
    expect(await said()).toBe('CLAIM_UNANSWERED')
    await seller.claims.answer({ orderId, answer: 'AGREED', offerCents: null, text: '' })
    expect(await said()).toBe('RETURNING')
  })

  it('is until when they can answer a no-show', async () => {
    const sellerId = await aSeller()
    const { orderId, buyerId } = await paidDeal({ sellerId })
    await market.database.order.update({ where: { id: orderId }, data: { meetingTime: new Date(Date.now() - 60_000) } })
    const { answerDueAt } = await market.as(buyerId).orders.reportNoShow({ orderId, text: 'I waited' })
    const seller = market.as(sellerId)
    expect(await seller.earnings.deal({ orderId })).toMatchObject({ stage: 'NO_SHOW_OF_SELLER', at: answerDueAt })
    const [own] = (await seller.listings.mine({})).items
    expect(own?.booking).toMatchObject({ stage: 'NO_SHOW_OF_SELLER', dueAt: answerDueAt })
    expect((await market.as(buyerId).orders.details({ orderId })).stage).toBe('NO_SHOW_OF_SELLER')
  })

  it('is the fee of what was not given back', async () => {
    const sellerId = await aSeller()
    const deal = await paidDeal({ sellerId })
    await deal.handOver()
    const { orderId } = deal
    await market.as(deal.buyerId).claims.open({ orderId, ...claim, wish: 'PART', wishCents: 5000 })
    const seller = market.as(sellerId)
    expect((await seller.listings.mine({})).items[0]?.booking?.feeCents).toBe(1000)
    await seller.claims.answer({ orderId, answer: 'AGREED', offerCents: null, text: '' })
    const [own] = (await seller.listings.mine({})).items
    expect(own?.booking).toMatchObject({ stage: 'PARTLY_REFUNDED', dueAt: null, feeCents: 750 })
    expect((await seller.earnings.deal({ orderId })).feeCents).toBe(750)
  })

  it('is from when their money can be sent, and when it arrives', async () => {
    const seller = await payee(market)
    const { earnings } = market.as(seller.sellerId)
    const { orderId } = await seller.deal()
    const { availableAt } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
    expect(await earnings.deal({ orderId })).toMatchObject({
      state: 'ready',
      expectedAt: availableAt?.toISOString(),
    })
    await fundsBecomeAvailable(market)
    expect(await earnings.deal({ orderId })).toMatchObject({ state: 'ready', expectedAt: null })
    await move(market)
    const arrivesAt = new Date(Date.now() + 86_400_000)
    await market.database.payout.updateMany({ where: { sellerId: seller.sellerId }, data: { arrivesAt } })
    expect(await earnings.deal({ orderId })).toMatchObject({
      state: 'on-its-way',
      expectedAt: arrivesAt.toISOString(),
    })
    await seller.arrive()
    expect(await earnings.deal({ orderId })).toMatchObject({ state: 'paid-out', expectedAt: null })
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

  it('have a line for what moves the fee alone, as its fee invoices do', async () => {
    const sellerId = await aSeller()
    const [small, rounded] = [
      { priceCents: 50, feeCents: 50 },
      { priceCents: 1000, feeCents: 999 },
    ]
    const about: string[] = []
    for (const terms of [small, rounded]) {
      const deal = await paidDeal({ sellerId, ...terms })
      await deal.handOver()
      await deal.accept()
      if (terms === rounded) await deal.refundAtProvider(1)
      about.push(deal.orderId)
    }
    const { thisMonth: month } = await market.as(sellerId).earnings.summary({})
    const { lines } = await market.as(sellerId).earnings.statement({ month })
    expect(lines.map(({ kind, orderId, feeCents, amountCents }) => [kind, orderId, feeCents, amountCents])).toEqual([
      ['sale', about[0], 50, 0],
      ['sale', about[1], 999, 1],
      ['refund', about[1], -1, 0],
    ])
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
    const { orderId } = await paidDeal({ sellerId: await aSeller() })
    await expect(market.as(buyerId).earnings.deal({ orderId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const call of calls(buyerId)) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await csvOf(buyerId, file())).status).toBe(403)
    expect((await fetch(`${market.url}/earnings.csv?${file()}`)).status).toBe(401)
  })

  it('refuses another seller’s, and takes one’s own by name', async () => {
    const [own, other] = [await aSeller(), await aSeller()]
    for (const call of calls(own, other)) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await csvOf(own, file(other))).status).toBe(403)
    for (const call of calls(own, own)) await call()
    const { orderId } = await paidDeal({ sellerId: other })
    await expect(market.as(own).earnings.deal({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
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
