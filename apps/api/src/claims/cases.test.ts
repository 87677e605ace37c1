import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { balanceOf, claimed, codeOf, handedOver, undecided } from './testing/claimed-order.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

const pass = (hours: number) => market.timePasses({ hours })
/** A paid order whose seller says that the phone was handed over, which its buyer denies. */
async function undecidedHandover() {
  const order = await paidOrder(market)
  const { orderId, buyer, seller } = order
  await seller.orders.claimHandover({ orderId })
  await buyer.orders.denyHandover({ orderId, reason: 'We never met' })
  return order
}
const decided = { reason: 'The pictures show it', refundCents: null, leftCents: 20_000 } as const

describe('silence', () => {
  it('of the seller leaves the claim to an admin after 48 hours and one reminder; it decides nothing', async () => {
    const admin = await market.user({ role: 'ADMIN' })
    const order = await claimed(market)
    await pass(25)
    await market.runJobs()
    await market.runJobs()
    expect(await order.messages('reminder', order.sellerId)).toEqual([
      'Answer the buyer of Aurora 12 within 24 hours, or an admin decides.',
    ])
    await pass(24)
    expect(await codeOf(order.answer({ answer: 'AGREED' }))).toBe('CONFLICT')
    await Promise.all([market.runJobs(), market.runJobs()])
    expect(await order.state()).toBe('CLAIMED')
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', answer: null })
    expect(await order.messages('case-opened', order.buyerId)).toEqual([
      'The seller did not answer in time. An admin decides about Aurora 12; the money is held until then.',
    ])
    expect(await order.messages('case-undecided', admin.id)).toHaveLength(1)
    await pass(49)
    await market.runJobs()
    await pass(24)
    await market.runJobs()
    await market.runJobs()
    expect(await order.messages('case-undecided', admin.id)).toHaveLength(3)
    expect(await balanceOf(market, order.sellerId)).toBe(0)
  })

  it('of the buyer after an offer does so too', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'OFFERED', offerCents: 100 })
    await pass(25)
    await market.runJobs()
    expect(await order.messages('reminder', order.buyerId)).toHaveLength(1)
    await pass(24)
    const { orderId, buyer } = order
    expect(await codeOf(buyer.claims.acceptOffer({ orderId, offerCents: 100 }))).toBe('CONFLICT')
    await market.runJobs()
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', offerCents: 100 })
  })

  it('about a return does so after 7 days: the code is void, and an admin may order it again', async () => {
    const order = await claimed(market, { wish: 'RETURN' })
    await order.answer({ answer: 'AGREED' })
    const { returnCode } = await order.claim()
    await pass(6 * 24 + 1)
    await market.runJobs()
    expect(await order.messages('reminder', order.buyerId)).toEqual([
      'Meet by tomorrow to return Aurora 12, or an admin decides.',
    ])
    await pass(24)
    const { orderId, buyer } = order
    expect(await codeOf(buyer.claims.confirmReturn({ orderId, code: returnCode ?? '' }))).toBe('CONFLICT')
    await market.runJobs()
    expect(await order.state()).toBe('CLAIMED')
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', returnCode: null })
    await (await market.asAdmin()).cases.decide({ orderId, decision: 'RETURN', ...decided })
    expect(await order.state()).toBe('RETURNING')
    await buyer.claims.confirmReturn({ orderId, code: (await order.claim()).returnCode ?? '' })
    expect(await order.claim()).toMatchObject({ state: 'RETURNED', refundCents: 20_000 })
  })
})

describe('an admin', () => {
  it.each([
    ['all of the money back', { decision: 'REFUND', ...decided }, 'REFUNDED', 20_000, 0],
    ['a part of it', { decision: 'REFUND_PART', ...decided, refundCents: 8_000 }, 'PARTLY_REFUNDED', 8_000, 11_400],
    ['none of it', { decision: 'RELEASE', ...decided }, 'RELEASED', 0, 19_000],
  ] as const)('decides: %s', async (_what, decision, state, back, sellers) => {
    const order = await undecided(market)
    const admin = await market.user({ role: 'ADMIN' })
    await market.as(admin.id).cases.decide({ orderId: order.orderId, ...decision })
    await market.runJobs()
    expect(await order.state()).toBe(state)
    expect(await order.refundedCents()).toBe(back)
    expect(await balanceOf(market, order.sellerId)).toBe(sellers)
    expect(await order.claim()).toMatchObject({ decision: decision.decision, decidedById: admin.id, dueAt: null })
    for (const userId of [order.buyerId, order.sellerId]) {
      expect(await order.messages('claim-closed', userId)).toEqual([
        expect.stringContaining('The admin wrote: “The pictures show it”'),
      ])
    }
  })

  it.each([20_000, 20_001])('gives all back by that name, and not %i cents as a part', async refundCents => {
    const order = await undecided(market)
    const decision = { decision: 'REFUND_PART', ...decided, refundCents } as const
    await expect((await market.asAdmin()).cases.decide({ orderId: order.orderId, ...decision })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'A part is less than all of it: enter less than $200. For all of it, choose “All of the money goes back”.',
    })
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', decision: null })
  })

  it('decides a case alone, of others’ deals alone, and once', async () => {
    const order = await undecided(market)
    const { orderId, buyer, seller } = order
    const decide = { orderId, decision: 'REFUND', ...decided } as const
    for (const caller of [buyer, seller, await market.asSeller()])
      expect(await codeOf(caller.cases.decide(decide))).toBe('FORBIDDEN')
    const admin = await market.asAdmin()
    const open = await claimed(market)
    expect(await codeOf(admin.cases.decide({ ...decide, orderId: open.orderId }))).toBe('CONFLICT')
    const unclaimed = await handedOver(market)
    expect(await codeOf(admin.cases.decide({ ...decide, orderId: unclaimed.orderId }))).toBe('ORDER_NOT_OPEN')
    await market.database.user.update({ where: { id: order.buyerId }, data: { role: 'ADMIN' } })
    expect(await codeOf(buyer.cases.decide(decide))).toBe('NOT_FOUND')
    await market.database.user.update({ where: { id: order.buyerId }, data: { role: 'BUYER' } })
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(admin.cases.decide(decide))))
    expect(outcomes.filter(code => code === 'ok')).toHaveLength(1)
    expect(await order.refunds()).toHaveLength(1)
  })

  it('decides nothing about money that a bank holds', async () => {
    const order = await undecided(market)
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    const admin = await market.asAdmin()
    for (const decision of ['REFUND', 'RELEASE'] as const)
      expect(await codeOf(admin.cases.decide({ orderId: order.orderId, decision, ...decided }))).toBe('CONFLICT')
    await market.card.bank.decideDispute(disputeId, 'lose')
    await order.settle()
    expect(await order.states()).toEqual(['DISPUTE_LOST', 'REMOVED', 'SUCCEEDED', 'LOST'])
    expect(await order.claim()).toMatchObject({ state: 'REFUNDED', refundCents: null })
  })

  it('waits for a return that a bank keeps from being confirmed, and leaves it three days after that', async () => {
    const order = await undecided(market)
    const { orderId } = order
    await (await market.asAdmin()).cases.decide({ orderId, decision: 'RETURN', ...decided })
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    const past = new Date(Date.now() - 60_000)
    await market.database.claim.update({ where: { orderId }, data: { dueAt: past } })
    await market.runJobs()
    expect(await order.claim()).toMatchObject({ state: 'RETURNING' })
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
    await market.runJobs()
    const { returnCode: code, dueAt } = await market.database.claim.findUniqueOrThrow({ where: { orderId } })
    expect(Math.round((Number(dueAt) - Date.now()) / 3_600_000)).toBe(72)
    await order.buyer.claims.confirmReturn({ orderId, code: code ?? '' })
    expect((await order.states())[0]).toBe('PHONE_RETURNED')
  })

  it('orders a return once: the next decision is about the money, and no screen offers another', async () => {
    const order = await undecided(market)
    const { orderId } = order
    const admin = await market.asAdmin()
    await admin.cases.decide({ orderId, decision: 'RETURN', ...decided })
    await pass(7 * 24 + 1)
    await market.runJobs()
    const story = await admin.cases.byOrder({ orderId })
    expect(story.decisions).toEqual(['REFUND', 'REFUND_PART', 'RELEASE'])
    expect(await codeOf(admin.cases.decide({ orderId, decision: 'RETURN', ...decided }))).toBe('CONFLICT')
    expect(await order.state()).toBe('CLAIMED')
    await admin.cases.decide({ orderId, decision: 'RELEASE', ...decided })
    expect((await admin.cases.byOrder({ orderId })).decisions).toEqual([])
  })

  it('gives back no more than a bank has left of the money', async () => {
    const order = await undecided(market)
    const { orderId } = order
    const dispute = await market.card.dispute(order.intentId, { amount: 5_000 })
    await market.card.bank.decideDispute(dispute, 'lose')
    await order.settle()
    const admin = await market.asAdmin()
    expect(await admin.cases.byOrder({ orderId })).toMatchObject({ leftCents: 15_000 })
    const part = { orderId, decision: 'REFUND_PART', ...decided, leftCents: 15_000 } as const
    for (const refundCents of [15_000, 15_001])
      expect(await codeOf(admin.cases.decide({ ...part, refundCents }))).toBe('INVALID_INPUT')
    await admin.cases.decide({ ...part, decision: 'REFUND', refundCents: null })
    const refunds = market.database.refund.findMany({ where: { payment: { orderId } } })
    expect((await refunds).map(({ amountCents }) => amountCents)).toEqual([15_000])
    expect(await order.state()).toBe('REFUNDED')
  })

  it('finds the cases in the order of their deadlines, and those decided, the last first', async () => {
    const admin = await market.asAdmin()
    const before = await admin.cases.open()
    const [first, second] = [await undecided(market), await undecided(market)]
    expect((await admin.cases.open()).open).toBe(before.open + 2)
    const page = await admin.cases.list({ limit: 100 })
    const ids = page.items.map(({ orderId }) => orderId)
    expect(ids.indexOf(first.orderId)).toBeLessThan(ids.indexOf(second.orderId))
    expect(page.items.map(({ dueAt }) => dueAt)).toEqual(page.items.map(({ dueAt }) => dueAt).toSorted())
    await admin.cases.decide({ orderId: second.orderId, decision: 'RELEASE', ...decided })
    const [latest] = (await admin.cases.list({ filter: 'decided', limit: 1 })).items
    expect(latest).toMatchObject({ orderId: second.orderId, state: 'DECLINED', dueAt: null, overdue: false })
    const one = await admin.cases.list({ limit: 1 })
    const next = await admin.cases.list({ limit: 1, cursor: one.nextCursor ?? '' })
    expect(next.items[0]?.orderId).not.toBe(one.items[0]?.orderId)
  })

  it('finds handovers among them that nobody else decides, and is reminded of one a day before its time and after it', async () => {
    const { id: adminId } = await market.user({ role: 'ADMIN' })
    const admin = market.as(adminId)
    const [{ orderId, buyer, seller }, silent, claim] = [
      await paidOrder(market),
      await paidOrder(market),
      await undecided(market),
    ]
    const before = await admin.cases.open()
    await seller.orders.claimHandover({ orderId })
    await silent.seller.orders.claimHandover({ orderId: silent.orderId })
    const listed = async () => {
      const { items } = await admin.cases.list({ limit: 100 })
      return items.filter(item => [orderId, silent.orderId, claim.orderId].includes(item.orderId))
    }
    expect((await listed()).map(item => item.orderId)).toEqual([claim.orderId])
    await buyer.orders.denyHandover({ orderId, reason: 'We never met' })
    expect(await listed()).toMatchObject([
      { orderId: claim.orderId, kind: 'claim', reason: 'DOES_NOT_WORK', state: 'UNDECIDED' },
      { orderId, kind: 'handover', reason: null, state: null, overdue: false, decidedAt: null },
    ])
    expect((await admin.cases.open()).open).toBe(before.open + 1)
    const one = await admin.cases.list({ limit: 1 })
    const rest = await admin.cases.list({ limit: 100, cursor: one.nextCursor ?? '' })
    expect([...one.items, ...rest.items]).toEqual((await admin.cases.list({ limit: 100 })).items)

    const messages = async () => {
      const where = { kind: 'handover-undecided', userId: adminId, orderId }
      return (await market.database.notice.findMany({ where, orderBy: { id: 'asc' } })).map(({ message }) => message)
    }
    const denied = expect.stringMatching(/^The buyer says that they do not have Aurora 12/)
    await pass(47)
    await market.runJobs()
    expect(await messages()).toEqual([denied])
    const soon = 'Decide within 24 hours whether Aurora 12 was handed over.'
    for (const hours of [2, 1]) {
      await pass(hours)
      await market.runJobs()
      expect(await messages()).toEqual([denied, soon])
    }
    const over = 'The time to decide whether Aurora 12 was handed over is over. Both sides wait for you.'
    for (const hours of [22, 24]) {
      await pass(hours)
      await Promise.all([market.runJobs(), market.runJobs()])
      expect(await messages()).toEqual([denied, soon, over])
    }
    const open = await listed()
    expect(open.find(item => item.orderId === orderId)).toMatchObject({ overdue: true })
    // The other one's buyer was silent for 72 hours, so that its time has begun then.
    const { caseOpenedAt, dueAt, overdue } = open.find(item => item.orderId === silent.orderId) ?? {}
    expect(Date.parse(dueAt ?? '') - Date.parse(caseOpenedAt ?? '')).toBe(72 * 3_600_000)
    expect(overdue).toBe(false)
    expect((await market.database.order.findUniqueOrThrow({ where: { id: orderId } })).state).toBe('PAID')

    const decision = { reason: 'The camera shows it', outcome: 'REFUNDED' } as const
    for (const id of [orderId, silent.orderId]) await admin.orders.decideHandover({ ...decision, orderId: id })
    await admin.cases.decide({ orderId: claim.orderId, decision: 'REFUND', ...decided })
    expect(await listed()).toEqual([])
  })

  it('reads the whole story of an undecided handover in the same place, and writes notes there', async () => {
    const order = await undecidedHandover()
    const { orderId } = order
    const { id } = await market.user({ role: 'ADMIN', name: 'Alex Admin' })
    const admin = market.as(id)
    await admin.cases.addNote({ orderId, text: 'The seller sent a video.' })
    await admin.accounts.freezePayouts({ userId: order.sellerId, reason: 'Three buyers deny it' })
    const story = await admin.cases.byOrder({ orderId })
    expect(story).toMatchObject({
      ...{ claim: null, decisions: [], leftCents: 20_000, payoutFreeze: { reason: 'Three buyers deny it' } },
      payoutAccount: 'NONE',
      notes: [{ authorName: 'Alex Admin', text: 'The seller sent a video.' }],
      order: { stage: 'HANDOVER_UNDECIDED', can: expect.arrayContaining(['decideHandover']) },
      handover: { decision: null },
    })
    const { undecidedSince, dueAt } = story.handover ?? {}
    expect(Date.parse(dueAt ?? '') - Date.parse(undecidedSince ?? '')).toBe(72 * 3_600_000)
    expect(story.entries.map(({ act }) => act)).toEqual(expect.arrayContaining(['CHARGED', 'ORDER_PAID']))
    expect(story.order.events).toContainEqual(
      expect.objectContaining({ kind: 'handover-denied', reason: 'We never met' }),
    )
    const reads = { subjectId: orderId, action: 'read.order', actorId: id }
    expect(await market.database.auditEntry.count({ where: reads })).toBe(1)
    for (const caller of [order.buyer, order.seller]) {
      expect(await codeOf(caller.cases.byOrder({ orderId }))).toBe('FORBIDDEN')
      expect(await codeOf(caller.cases.addNote({ orderId, text: 'x' }))).toBe('FORBIDDEN')
    }
    await market.database.user.update({ where: { id: order.buyerId }, data: { role: 'ADMIN' } })
    expect(await codeOf(order.buyer.cases.byOrder({ orderId }))).toBe('NOT_FOUND')
    expect(await codeOf(order.buyer.cases.addNote({ orderId, text: 'x' }))).toBe('NOT_FOUND')
    await market.database.user.update({ where: { id: order.buyerId }, data: { role: 'BUYER' } })
  })

  it.each(['HANDED_OVER', 'REFUNDED'] as const)(
    'finds a handover that was decided, %s, among the decided cases, with who, when and why',
    async outcome => {
      const { id: byId } = await market.user({ role: 'ADMIN', name: 'Alex Admin' })
      const [admin, { orderId, sellerId }] = [market.as(byId), await undecidedHandover()]
      await admin.orders.decideHandover({ orderId, outcome, reason: 'The camera shows it' })
      const [latest] = (await admin.cases.list({ filter: 'decided', limit: 1 })).items
      expect(latest).toMatchObject({
        ...{ orderId, kind: 'handover', outcome, decidedByName: 'Alex Admin', productName: 'Aurora 12' },
        ...{ reason: null, state: null, dueAt: null, overdue: false },
      })
      const story = await admin.cases.byOrder({ orderId })
      const decision = { outcome, byId, byName: 'Alex Admin', reason: 'The camera shows it', at: latest?.decidedAt }
      expect(story).toMatchObject({ claim: null, handover: { dueAt: null, decision } })
      expect(story.handover?.undecidedSince).toBe(latest?.caseOpenedAt)
      await admin.cases.addNote({ orderId, text: 'For later.' })
      // The list is read on after it.
      const one = await undecided(market)
      await admin.cases.decide({ orderId: one.orderId, decision: 'RELEASE', ...decided })
      const first = await admin.cases.list({ filter: 'decided', limit: 1 })
      expect(first.items).toMatchObject([{ orderId: one.orderId, decidedByName: 'Alex Admin', outcome: null }])
      const next = await admin.cases.list({ filter: 'decided', limit: 1, cursor: first.nextCursor ?? '' })
      expect(next.items).toEqual([latest])
      expect((await market.as(sellerId).orders.details({ orderId })).claim).toBeNull()
    },
  )

  it('reads both stories of a deal whose handover and whose problem were decided, and finds it twice', async () => {
    const [admin, order] = [await market.asAdmin(), await undecidedHandover()]
    const { orderId, buyer, seller } = order
    await admin.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'The camera shows it' })
    const problem = { reason: 'OTHER', text: 'I do not have it.', wish: 'MONEY_BACK', wishCents: null } as const
    await buyer.claims.open({ orderId, ...problem, images: [] })
    await seller.claims.answer({ orderId, answer: 'DISAGREED', offerCents: null, text: 'They do' })
    await admin.cases.decide({ orderId, decision: 'REFUND', ...decided })
    const { items } = await admin.cases.list({ filter: 'decided', limit: 2 })
    expect(items).toMatchObject([
      { orderId, kind: 'claim', state: 'REFUNDED', outcome: null },
      { orderId, kind: 'handover', state: null, outcome: 'HANDED_OVER' },
    ])
    expect(await admin.cases.byOrder({ orderId })).toMatchObject({
      claim: { state: 'REFUNDED' },
      handover: { decision: { outcome: 'HANDED_OVER', reason: 'The camera shows it' } },
    })
  })

  it('still reads a handover that its buyer has confirmed after all, and none that was never undecided', async () => {
    const admin = await market.asAdmin()
    const [late, inTime, code] = [await undecidedHandover(), await paidOrder(market), await handedOver(market)]
    await inTime.seller.orders.claimHandover({ orderId: inTime.orderId })
    for (const { orderId } of [inTime, code]) {
      expect(await codeOf(admin.cases.byOrder({ orderId }))).toBe('NOT_FOUND')
      expect(await codeOf(admin.cases.addNote({ orderId, text: 'x' }))).toBe('NOT_FOUND')
    }
    for (const { buyer, orderId } of [late, inTime]) await buyer.orders.confirmHandover({ orderId })
    const { handover } = await admin.cases.byOrder({ orderId: late.orderId })
    expect(handover).toMatchObject({ dueAt: null, decision: null })
    await admin.cases.addNote({ orderId: late.orderId, text: 'Settled by themselves.' })
    expect(await admin.orders.details({ orderId: late.orderId })).toMatchObject({ hasCase: true })
    expect(await late.buyer.orders.details({ orderId: late.orderId })).toMatchObject({ hasCase: false })
    // Its answer was in time, though that time is over by now.
    const answer = { subjectId: inTime.orderId, action: 'order.confirm-handover' }
    const { at } = await market.database.auditEntry.findFirstOrThrow({ where: answer })
    const justAfter = { answerDueAt: new Date(Number(at) + 1) }
    await market.database.order.update({ where: { id: inTime.orderId }, data: justAfter })
    expect(await codeOf(admin.cases.byOrder({ orderId: inTime.orderId }))).toBe('NOT_FOUND')
    expect(await admin.orders.details({ orderId: inTime.orderId })).toMatchObject({ hasCase: false })
    const claimedOrder = await claimed(market)
    expect(await admin.orders.details({ orderId: claimedOrder.orderId })).toMatchObject({ hasCase: true })
    const { items } = await admin.cases.list({ filter: 'decided', limit: 100 })
    const ids = items.map(({ orderId }) => orderId)
    for (const { orderId } of [late, inTime]) expect(ids).not.toContain(orderId)
  })

  it('is not reminded of a handover while a bank holds its money', async () => {
    const { id: adminId } = await market.user({ role: 'ADMIN' })
    const order = await paidOrder(market)
    const { orderId, buyer, seller } = order
    await seller.orders.claimHandover({ orderId })
    await buyer.orders.denyHandover({ orderId, reason: 'We never met' })
    const disputeId = await market.card.dispute(order.intentId)
    await order.settle()
    const reminders = () =>
      market.database.notice.count({ where: { kind: 'handover-undecided', userId: adminId, orderId } })
    const before = await reminders()
    await pass(80)
    await market.runJobs()
    expect(await reminders()).toBe(before)
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
    await market.runJobs()
    expect(await reminders()).toBe(before + 1)
  })

  it('reads the whole story of a deal, and writes notes that admins alone read', async () => {
    const order = await undecided(market)
    const { orderId } = order
    const { id } = await market.user({ role: 'ADMIN', name: 'Alex Admin' })
    const admin = market.as(id)
    await admin.cases.addNote({ orderId, text: 'The seller sent a video.' })
    const story = await admin.cases.byOrder({ orderId })
    expect(story).toMatchObject({
      leftCents: 20_000,
      payoutFreeze: null,
      decisions: ['REFUND', 'REFUND_PART', 'RETURN', 'RELEASE'],
      claim: { text: 'The screen stays black.', answer: 'DISAGREED', answerText: 'It worked when we met.' },
      notes: [{ authorName: 'Alex Admin', text: 'The seller sent a video.' }],
    })
    expect(story.entries.map(({ act }) => act)).toEqual(expect.arrayContaining(['CHARGED', 'ORDER_PAID']))
    expect(story.entries.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0)
    expect(story.order.events.map(({ kind }) => kind)).toContain('case-opened')
    for (const caller of [order.buyer, order.seller]) {
      expect(await codeOf(caller.cases.byOrder({ orderId }))).toBe('FORBIDDEN')
      expect(await codeOf(caller.cases.addNote({ orderId, text: 'x' }))).toBe('FORBIDDEN')
    }
    await admin.accounts.freezePayouts({ userId: order.sellerId, reason: 'Buyers report locked phones' })
    const { payoutFreeze } = await admin.cases.byOrder({ orderId })
    expect(payoutFreeze).toMatchObject({ byName: 'Alex Admin', reason: 'Buyers report locked phones' })
    const unclaimed = await handedOver(market)
    expect(await codeOf(admin.cases.byOrder({ orderId: unclaimed.orderId }))).toBe('NOT_FOUND')
    expect(await codeOf(admin.cases.addNote({ orderId: unclaimed.orderId, text: 'x' }))).toBe('NOT_FOUND')
    const reads = { subjectId: orderId, action: 'read.order', actorId: id }
    expect(await market.database.auditEntry.count({ where: reads })).toBe(1)
  })
})

describe('the case of a disputed order', () => {
  it('is there for an admin, with the reason, its deadline and what was sent, the post and the meeting', async () => {
    const order = await paidOrder(market)
    const { orderId, listingId } = order
    const reader = await market.user({ role: 'ADMIN', name: 'Alex Admin' })
    const admin = market.as(reader.id)
    await expect(admin.cases.byOrder({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const disputeId = await market.card.dispute(order.intentId, { reason: 'product_not_received' })
    await order.settle()
    const { id } = await market.database.dispute.findFirstOrThrow({ where: { providerId: disputeId } })
    await market.database.listing.update({ where: { id: listingId }, data: { description: 'One scratch.' } })
    const dispute = { id, reason: 'product_not_received', state: 'NEEDS_RESPONSE', amountCents: 20_000 }
    expect(await admin.cases.byOrder({ orderId })).toMatchObject({
      order: { hasCase: true, meetingPlace: expect.stringMatching(/./) },
      ...{ claim: null, handover: null, post: { condition: expect.any(String), text: 'One scratch.' } },
      disputes: [{ ...dispute, dueAt: expect.any(String), closedAt: null, answers: [] }],
    })
    await admin.payments.submitEvidence({ disputeId: id, note: 'They met.' })
    await market.runJobs()
    expect((await admin.cases.byOrder({ orderId })).disputes).toMatchObject([
      { answers: [{ state: 'SENT', answeredBy: 'Alex Admin', note: 'They met.', sentAt: expect.any(String) }] },
    ])
    for (const side of [order.buyer, order.seller]) {
      expect((await side.orders.details({ orderId })).hasCase).toBe(false)
      expect(await codeOf(side.cases.byOrder({ orderId }))).toBe('FORBIDDEN')
    }
    await market.card.bank.decideDispute(disputeId, 'win')
    await order.settle()
  })
})
