import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handlersOf } from '#job-handlers.ts'
import { marketIdOf } from './market-id.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
})
afterEach(() => market.close())

const check = () => handlersOf(market.platform)['payments.check-ledger']({})
const checks = () => market.database.ledgerCheck.findMany({ orderBy: { finishedAt: 'asc' } })

async function paid() {
  const { id: orderId, buyerId, listingId } = await market.order()
  const { clientSecret } = await market.as(buyerId).payments.createIntent({ orderId })
  const transactionId = await market.card.pay(clientSecret)
  await market.as(buyerId).payments.confirm({ orderId, transactionId })
  return { orderId, listingId, transactionId }
}

describe('the nightly check of the ledger', () => {
  it('stores that it found nothing, and notifies nobody', async () => {
    const admin = await market.asAdmin()
    await paid()
    await check()
    expect(await checks()).toMatchObject([{ violations: [] }])
    expect((await admin.notices.unread()).unread).toBe(0)
    expect((await admin.payments.summary()).lastCheck).toMatchObject({ violationCount: 0 })
  })

  it('finds nothing wrong with a charge that it has just noted as unmatched', async () => {
    const { platform } = market
    const marketId = await marketIdOf(platform.database)
    const made = { orderId: randomUUID(), buyerId: randomUUID(), marketId, amountCents: 20_000, attempt: 1 }
    const { clientSecret } = await platform.cardPayments.createIntent(made)
    await market.card.pay(clientSecret ?? '')
    const { charges, charge } = platform.providerLedger
    const older = <Charge extends { at: Date }>(one: Charge) => ({ ...one, at: new Date(one.at.getTime() - 3_600_000) })
    platform.providerLedger.charges = async function* () {
      for await (const one of charges()) yield older(one)
    }
    platform.providerLedger.charge = async id => older(await charge(id))
    await check()
    expect(await checks()).toMatchObject([{ violations: [] }])
    expect(await platform.database.unmatchedCharge.count()).toBe(1)
  })

  it('notifies admins of what it finds, once while it stays', async () => {
    const admin = await market.asAdmin()
    const [first, second] = [await paid(), await paid()]
    await market.database.listing.update({ where: { id: first.listingId }, data: { state: 'AVAILABLE' } })
    await check()
    await check()
    expect((await admin.notices.list({ limit: 9 })).items).toMatchObject([{ kind: 'ledger' }])
    await market.database.listing.update({ where: { id: second.listingId }, data: { state: 'AVAILABLE' } })
    await check()
    expect((await admin.notices.list({ limit: 9 })).items.map(({ kind }) => kind)).toEqual(['ledger', 'ledger'])
    expect((await checks()).map(({ violations }) => violations.length)).toEqual([1, 1, 2])
    expect((await admin.payments.summary()).lastCheck?.violations[0]).toContain(first.listingId)
  })

  it('settles what nobody has reported before it calls it wrong', async () => {
    const { orderId, transactionId } = await paid()
    const dispute = await market.card.dispute(transactionId)
    await market.card.bank.decideDispute(dispute, 'lose')
    const { providerLedger } = market.platform
    // As if it were an hour ago.
    const { disputes } = providerLedger
    providerLedger.disputes = async function* () {
      for await (const one of disputes()) yield { ...one, at: new Date(one.at.getTime() - 3_600_000) }
    }
    await check()
    expect(await checks()).toMatchObject([{ violations: [] }])
    const order = await market.database.order.findUniqueOrThrow({ where: { id: orderId } })
    expect([order.state, order.ending]).toEqual(['REFUNDED', 'DISPUTE_LOST'])
  })

  it('is queued once a night by whichever process works', async () => {
    const { stop } = await market.startProcess()
    const rows = await market.database.$queryRaw<{ cron: string }[]>`
      SELECT cron FROM pgboss.schedule WHERE name = 'payments.check-ledger'`
    expect(rows).toEqual([{ cron: '17 3 * * *' }])
    await stop()
  })
})
