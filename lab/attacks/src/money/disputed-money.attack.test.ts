import { moveMoney } from '@second-ring/api/payouts/move-money'
import { reconcileAccounts } from '@second-ring/api/payouts/reconcile-accounts'
import { fundsBecomeAvailable, payee } from '@second-ring/api/payouts/testing/payee'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(async () => {
  expect((await market.checkLedger()).join('\n')).toBe('')
  await market.close()
})

const move = (on = market.platform) => moveMoney(on)
const enqueue = () => market.database.$transaction(tx => market.platform.jobs.enqueue(tx, 'payouts.move-money', {}))

/** A seller with $190 on their account at the provider, all of which the buyer's bank asks for once `dispute` is called. */
async function sentOn({ isPlanned = false } = {}) {
  const seller = await payee(market)
  const deal = await seller.deal()
  await fundsBecomeAvailable(market)
  const connectedAccounts = Object.assign(Object.create(market.platform.connectedAccounts), {
    createPayout: () => Promise.reject(new Error('away')),
  })
  const payOut = (payoutsEnabled: boolean) =>
    market.database.payoutAccount.update({ where: { userId: seller.sellerId }, data: { payoutsEnabled } })
  if (!isPlanned) await payOut(false)
  await move({ ...market.platform, connectedAccounts }).catch(() => undefined)
  if (!isPlanned) await payOut(true)
  const dispute = async () => {
    const id = await market.card.dispute(deal.intentId)
    await deal.settle()
    return id
  }
  const paidOut = () => market.platform.connectedAccounts.listPayouts(seller.accountId)
  return { seller, deal, dispute, paidOut }
}

describe('money that a bank asks for', () => {
  it('A308 is not paid out by two processes and many jobs at once, and is taken back when it is lost', async () => {
    const { seller, deal, dispute, paidOut } = await sentOn()
    const id = await dispute()
    const processes = await Promise.all([market.startProcess(), market.startProcess()])
    await Promise.all(Array.from({ length: 6 }, enqueue))
    await Promise.allSettled([move(), move()])
    for (const process of processes) await process.stop()
    await market.runJobs()
    expect(await paidOut()).toEqual([])
    await market.card.bank.decideDispute(id, 'lose')
    await deal.settle()
    await Promise.allSettled([move(), move()])
    await move()
    expect(await paidOut()).toEqual([])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 0 })
  })

  it('A309 is not paid out by a payout that was planned before, however many send it', async () => {
    const { seller, dispute, paidOut } = await sentOn({ isPlanned: true })
    expect(await seller.payouts()).toMatchObject([{ state: 'REQUESTED', amountCents: 19_000 }])
    await dispute()
    await Promise.allSettled([move(), move(), move()])
    expect(await paidOut()).toEqual([])
    expect(await seller.payouts()).toMatchObject([{ state: 'FAILED', failureReason: 'payment_disputed' }])
    expect(await seller.money()).toEqual({ balance: 0, onItsWay: 19_000 })
  })
})

it('A310 a bank that disputes a settled problem reads of the problem, and of no word that the buyer did not say', async () => {
  const { id: adminId } = await market.user({ role: 'ADMIN' })
  const { id: sellerId } = await market.user({ role: 'SELLER' })
  const { id: listingId } = await market.listing({ sellerId, state: 'RESERVED' })
  const { id: orderId, buyerId } = await market.order({ listingId })
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const { clientSecret } = await buyer.payments.createIntent({ orderId })
  const intentId = await market.card.pay(clientSecret)
  await buyer.payments.confirm({ orderId, transactionId: intentId })
  const { handoverCode } = await buyer.orders.byId({ orderId })
  await seller.orders.handOver({ orderId, code: handoverCode ?? '' })
  const problem = { orderId, reason: 'OTHER', text: 'The screen stays black.' } as const
  await buyer.claims.open({ ...problem, images: [], wish: 'MONEY_BACK', wishCents: null })
  await seller.claims.answer({ orderId, answer: 'DISAGREED', offerCents: null, text: 'It worked.' })
  const decision = {
    decision: 'RELEASE',
    refundCents: null,
    leftCents: 20_000,
    reason: 'The film shows it on.',
  } as const
  await market.as(adminId).cases.decide({ orderId, ...decision })
  const providerId = await market.card.dispute(intentId)
  for (const event of await market.eventsOf(intentId)) await event.deliver()
  await market.runJobs()
  const { id: disputeId } = await market.database.dispute.findUniqueOrThrow({ where: { providerId } })
  await market.as(adminId).payments.submitEvidence({ disputeId, note: '' })
  const sent = (await market.card.findDispute(providerId)).evidence.access_activity_log ?? ''
  for (const said of ['The screen stays black.', 'It worked.', 'The film shows it on.', 'By that decision'])
    expect(sent).toContain(said)
  expect(sent).not.toMatch(/reported no problem|all is fine/)
})

it('A311 money that somebody paid out by hand at the provider, whose event is lost, is not paid out again', async () => {
  const { seller, paidOut } = await sentOn()
  const byHand = { payoutId: seller.sellerId, accountId: seller.accountId, amountCents: 4000 }
  const made = await market.platform.connectedAccounts.createPayout(byHand)
  if ('rejected' in made) throw new Error(made.rejected)
  await market.card.bank.payPayout(made.id)
  await market.timePasses({ hours: 24 })
  await reconcileAccounts(market.platform)
  expect(await seller.money()).toEqual({ balance: 0, onItsWay: 15_000 })
  await market.timePasses({ hours: 24 })
  await Promise.allSettled([move(), move()])
  expect((await paidOut()).map(({ amountCents }) => amountCents).toSorted()).toEqual([15_000, 4000])
})
