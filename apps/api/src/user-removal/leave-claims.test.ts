import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setAsideAccount } from '#accounts/set-aside-account.ts'
import { claimed, codeOf, handedOver } from '#claims/testing/claimed-order.ts'
import { endDealsOfSetAside } from './end-deals-of-set-aside.ts'

const DELETE = { confirmation: 'DELETE' }
const answer = { answer: 'OFFERED', offerCents: 4_000 } as const

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

type Order = Awaited<ReturnType<typeof handedOver>>

const turns = {
  SELLER_ANSWERS: () => claimed(market),
  BUYER_ANSWERS: async () => {
    const order = await claimed(market)
    await order.answer(answer)
    return order
  },
  RETURNING: async () => {
    const order = await claimed(market, { wish: 'RETURN' })
    await order.answer({ answer: 'AGREED' })
    return order
  },
}

const leaves = {
  suspended: async (userId: string) => {
    await (await market.asAdmin()).accounts.suspend({ userId, reason: 'Too many complaints' })
  },
  removed: async (userId: string) => {
    await (await market.asAdmin()).accounts.removeUser({ userId })
  },
  closed: async (userId: string) => {
    await market.database.user.update({ where: { id: userId }, data: { emailVerifiedAt: null } })
    await market.database.$transaction(tx => setAsideAccount(tx, market.platform, userId, 'Proven by another'))
    await endDealsOfSetAside(market.platform, { userId })
  },
} satisfies Record<string, (userId: string) => Promise<void>>

const cases = [
  ['seller', 'suspended', 'SELLER_ANSWERS'],
  ['buyer', 'suspended', 'BUYER_ANSWERS'],
  ['seller', 'suspended', 'RETURNING'],
  ['seller', 'removed', 'RETURNING'],
  ['buyer', 'removed', 'BUYER_ANSWERS'],
  ['seller', 'closed', 'SELLER_ANSWERS'],
  ['buyer', 'closed', 'RETURNING'],
] as const

describe('an open claim', () => {
  it.each(cases)('is an admin’s at once when its %s is %s: %s', async (side, how, turn) => {
    const admin = await market.user({ role: 'ADMIN' })
    const order = await turns[turn]()
    expect(await order.claim()).toMatchObject({ state: turn })
    await leaves[how](side === 'buyer' ? order.buyerId : order.sellerId)
    expect(await order.state()).toBe('CLAIMED')
    expect(await order.claim()).toMatchObject({ state: 'UNDECIDED', caseOpenedAt: expect.any(Date), returnCode: null })
    const message = `The ${side}’s account was ${how}. An admin decides about Aurora 12; the money is held until then.`
    const other = side === 'buyer' ? order.sellerId : order.buyerId
    expect(await order.messages('case-opened', other)).toEqual([message])
    // Of a removed user nothing is left.
    if (how !== 'removed') {
      const own = side === 'buyer' ? order.buyerId : order.sellerId
      expect(await order.messages('case-opened', own)).toEqual([message])
    }
    expect(await order.messages('case-undecided', admin.id)).toEqual([
      `A problem with Aurora 12 waits for your decision. The ${side}’s account was ${how}.`,
    ])
    const decision = { decision: 'REFUND', refundCents: null, leftCents: 20_000, reason: 'So it is' } as const
    await market.as(admin.id).cases.decide({ orderId: order.orderId, ...decision })
    await market.runJobs()
    expect(await order.refundedCents()).toBe(20_000)
  })

  it('that is an admin’s already stays as it is', async () => {
    const order = await claimed(market)
    await order.answer({ answer: 'DISAGREED', text: 'It worked' })
    const before = await order.claim()
    await leaves.suspended(order.sellerId)
    expect(await order.claim()).toEqual(before)
  })
})

describe('a claim about the phone of a seller who cannot answer', () => {
  const absences = {
    'was suspended': leaves.suspended,
    'was removed': leaves.removed,
    'was closed': leaves.closed,
    // Nobody can ask for it in the middle of a deal any more; who had before is absent all the same.
    'is being deleted': async (userId: string) => {
      const data = { deletionRequestedAt: new Date(), deletesAt: new Date(Date.now() + 7 * 86_400_000) }
      await market.database.user.update({ where: { id: userId }, data })
    },
  } satisfies Record<string, (userId: string) => Promise<void>>

  it.each(Object.entries(absences))('whose account %s is an admin’s from its beginning', async (happened, leave) => {
    const order = await handedOver(market)
    const { orderId, seller, sellerId } = order
    await leave(sellerId)
    const { dueAt } = await order.open({ wish: 'RETURN' })
    const claim = await order.claim()
    expect(claim).toMatchObject({ state: 'UNDECIDED', dueAt: new Date(dueAt) })
    expect(Math.round((Date.parse(dueAt) - Date.now()) / 3_600_000)).toBe(72)
    const message = `The seller’s account ${happened}. An admin decides about Aurora 12; the money is held until then.`
    expect(await order.messages('case-opened', order.buyerId)).toEqual([message])
    expect(await order.messages('claim-opened', sellerId)).toEqual([])
    expect(await codeOf(seller.claims.answer({ orderId, ...answer }))).not.toBe('ok')
    // Nobody would show the code.
    const decision = { orderId, refundCents: null, leftCents: 20_000, reason: 'So it is' }
    const admin = await market.asAdmin()
    await expect(admin.cases.decide({ ...decision, decision: 'RETURN' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `The seller’s account ${happened}, so the two cannot meet for a return. Decide about the money.`,
    })
    await admin.cases.decide({ ...decision, decision: 'RELEASE' })
    expect(await order.state()).toBe('RELEASED')
  })

  const isWaitedFor = async (order: Order) =>
    (await market.database.claim.count({
      where: { orderId: order.orderId, state: { in: ['SELLER_ANSWERS', 'BUYER_ANSWERS', 'RETURNING'] } },
    })) > 0

  it('waits for nobody, though it is opened or answered while they are suspended or leave', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [opened, answered, leaving] = [await handedOver(market), await claimed(market), await handedOver(market)]
      await Promise.allSettled([
        opened.open(),
        leaves.suspended(opened.sellerId),
        answered.answer(answer),
        leaves.suspended(round % 2 ? answered.sellerId : answered.buyerId),
        leaving.open(),
        leaving.seller.accounts.requestDeletion(DELETE),
      ])
      expect([await isWaitedFor(opened), await isWaitedFor(answered)]).toEqual([false, false])
      const { deletesAt } = await market.database.user.findUniqueOrThrow({ where: { id: leaving.sellerId } })
      // With a claim that waits for them nobody can leave.
      expect([deletesAt !== null, await isWaitedFor(leaving)]).not.toEqual([true, true])
    }
  })
})
