import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, claimed, codeOf, handedOver } from '#claims/testing/claimed-order.ts'
import { releaseDueMoney } from '#orders/release-due-money.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'

const DAY = 24
const reason = 'Somebody else uses this account.'

let market: Market
let admin: Awaited<ReturnType<Market['asAdmin']>>
let adminId: string
beforeAll(async () => {
  market = await createMarket()
  admin = await market.asAdmin()
  adminId = (await admin.accounts.me()).id
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

type Deal = Awaited<ReturnType<typeof handedOver>>
const suspend = (userId: string) => admin.accounts.suspend({ userId, reason })
const listed = async (orderId: string) =>
  (await admin.cases.list({ limit: 100 })).items.find(item => item.orderId === orderId)
const untilOf = async (orderId: string) =>
  Number((await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).protectedUntil)
const problemOf = ({ orderId }: Deal) =>
  ({ orderId, reason: 'DOES_NOT_WORK', text: 'They write that it stays black.', images: [] as string[] }) as const
/** What the admins have read about the one order. */
const toAdmins = (order: Deal) => order.messages('case-undecided', adminId)

async function suspendedBuyer() {
  const order = await handedOver(market)
  await suspend(order.buyerId)
  return order
}

describe('the buyer of a phone that was handed over, suspended within their 48 hours', () => {
  it('holds no money any longer once they are removed, for whom nobody can report a problem', async () => {
    const order = await handedOver(market)
    const before = await untilOf(order.orderId)
    await suspend(order.buyerId)
    await admin.accounts.removeUser({ userId: order.buyerId })
    expect(await untilOf(order.orderId)).toBe(before)
    expect(await listed(order.orderId)).toBeUndefined()
  })

  it('has the money held for 14 days more, and buyer, seller and admins know until when', async () => {
    const order = await handedOver(market)
    const before = await untilOf(order.orderId)
    await suspend(order.buyerId)
    expect((await untilOf(order.orderId)) - before).toBe(14 * DAY * 3_600_000)
    const until = new Date(await untilOf(order.orderId)).toISOString().slice(0, 16).replace('T', ' ')
    const held = `The buyer’s account was suspended. The money for Aurora 12 is held until ${until} UTC at the latest`
    expect(await order.messages('case-opened', order.sellerId)).toEqual([expect.stringContaining(held)])
    expect(await toAdmins(order)).toEqual([expect.stringContaining(`until ${until} UTC`)])
    const { email } = await market.database.user.findUniqueOrThrow({ where: { id: order.buyerId } })
    const mail = (await market.mails(email ?? '')).find(({ subject }) => subject === 'Your account is suspended')
    expect(mail?.text?.replaceAll(/\s+/g, ' ')).toContain(
      `Aurora 12, write to whoever runs this market by ${until} UTC`,
    )
    const found = { orderId: order.orderId, kind: 'protection', reason: null, state: null, overdue: false }
    expect(await listed(order.orderId)).toMatchObject({
      ...found,
      dueAt: new Date(await untilOf(order.orderId)).toISOString(),
    })
    await market.timePasses({ hours: 3 * DAY })
    await market.runJobs()
    expect(await order.state()).toBe('HANDED_OVER')
    expect(await balanceOf(market, order.sellerId)).toBe(0)
  })

  it('has nobody wait for ever: without a decision the seller has the money, and each is told', async () => {
    const order = await suspendedBuyer()
    await market.timePasses({ hours: 15 * DAY + 1 })
    await market.runJobs()
    await market.runJobs()
    expect(await toAdmins(order)).toHaveLength(2)
    await market.timePasses({ hours: DAY })
    await Promise.all([market.runJobs(), market.runJobs()])
    expect(await order.state()).toBe('RELEASED')
    expect(await balanceOf(market, order.sellerId)).toBe(19_000)
    expect(await order.messages('released', order.sellerId)).toHaveLength(1)
    expect(await order.messages('released', order.buyerId)).toEqual([
      'The money for Aurora 12 is its seller’s: no problem with it was reported.',
    ])
    expect(await listed(order.orderId)).toBeUndefined()
  })

  it('has a problem reported by an admin, who decides about it then', async () => {
    const order = await suspendedBuyer()
    const { orderId } = order
    const { can } = await admin.orders.details({ orderId })
    expect(can).toEqual(['acceptPhone', 'openClaim'])
    expect(await admin.cases.byOrder({ orderId })).toMatchObject({ claim: null, handover: null, leftCents: 20_000 })
    await admin.claims.open({ ...problemOf(order), wish: 'MONEY_BACK', wishCents: null })
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', leftCents: 20_000 })
    expect(await listed(orderId)).toMatchObject({ kind: 'claim', state: 'UNDECIDED' })
    const decision = { orderId, reason: 'It does not work', refundCents: null, leftCents: 20_000 }
    expect(await codeOf(admin.cases.decide({ ...decision, decision: 'RETURN' }))).toBe('CONFLICT')
    await admin.cases.decide({ ...decision, decision: 'REFUND' })
    await market.runJobs()
    expect(await order.state()).toBe('REFUNDED')
    expect(await order.refunds()).toEqual([{ amountCents: 20_000, state: 'SUCCEEDED' }])
  })

  it('has the money released by an admin, at once', async () => {
    const order = await suspendedBuyer()
    const { orderId } = order
    await admin.orders.acceptPhone({ orderId })
    expect(await order.state()).toBe('RELEASED')
    expect(await order.messages('released', order.buyerId)).toHaveLength(1)
    const { events } = (await admin.cases.byOrder({ orderId })).order
    expect(events.slice(-2)).toMatchObject([
      { kind: 'case-opened', by: 'admin', reason: 'The buyer’s account was suspended' },
      { kind: 'money-released', by: 'admin' },
    ])
  })

  it('reports it themselves once the suspension is lifted, and is suspended again in vain', async () => {
    const order = await suspendedBuyer()
    const until = await untilOf(order.orderId)
    await admin.accounts.liftSuspension({ userId: order.buyerId })
    expect(await listed(order.orderId)).toBeUndefined()
    expect(await codeOf(admin.orders.acceptPhone({ orderId: order.orderId }))).toBe('NOT_FOUND')
    await suspend(order.buyerId)
    expect(await untilOf(order.orderId)).toBe(until)
    await admin.accounts.liftSuspension({ userId: order.buyerId })
    const opened = await market.database.notice.findMany({ where: { userId: order.buyerId, kind: 'account' } })
    expect(opened.at(-1)?.message).toContain('You can report a problem with Aurora 12 until')
    // They sign in again.
    await market.database.session.updateMany({
      where: { userId: order.buyerId },
      data: { endedAt: null, endReason: null },
    })
    await order.open()
    expect(await order.claim()).toMatchObject({ state: 'SELLER_ANSWERS' })
  })

  it('is not given time that had passed', async () => {
    const order = await handedOver(market)
    await market.timePasses({ hours: 49 })
    await suspend(order.buyerId)
    await market.runJobs()
    expect(await order.state()).toBe('RELEASED')
  })

  it('has the same time for a phone that an admin says was handed over', async () => {
    const order = await paidOrder(market)
    const { orderId, buyerId, seller } = order
    await seller.orders.claimHandover({ orderId })
    await suspend(buyerId)
    await admin.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'The camera shows it' })
    expect((await untilOf(orderId)) - Date.now()).toBeGreaterThan(15 * DAY * 3_600_000)
    expect(await listed(orderId)).toMatchObject({ kind: 'protection' })
  })
})

describe('a suspension', () => {
  it('leaves a claim that was open to an admin, as before', async () => {
    const order = await claimed(market)
    await suspend(order.buyerId)
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED' })
    expect(await listed(order.orderId)).toMatchObject({ kind: 'claim' })
  })

  it('in the moment of the release either holds the money or comes after it', async () => {
    for (const _ of [1, 2, 3]) {
      const order = await handedOver(market)
      await market.database.order.update({
        where: { id: order.orderId },
        data: { protectedUntil: new Date(Date.now() + 5) },
      })
      await Promise.all([suspend(order.buyerId), releaseDueMoney(market.platform)])
      const held = (await order.messages('case-opened', order.sellerId)).length
      await market.runJobs()
      expect([held, await order.state()]).toEqual(held === 1 ? [1, 'HANDED_OVER'] : [0, 'RELEASED'])
    }
  })

  it('of nobody lets an admin act for a buyer who can', async () => {
    const order = await handedOver(market)
    const { orderId } = order
    const problem = { ...problemOf(order), wish: 'MONEY_BACK', wishCents: null } as const
    expect(await codeOf(admin.claims.open(problem))).toBe('NOT_FOUND')
    expect(await codeOf(admin.orders.acceptPhone({ orderId }))).toBe('NOT_FOUND')
    await suspend(order.sellerId)
    expect(await codeOf(admin.claims.open(problem))).toBe('NOT_FOUND')
    expect(await codeOf(admin.orders.acceptPhone({ orderId }))).toBe('NOT_FOUND')
    expect(await order.state()).toBe('HANDED_OVER')
  })
})
