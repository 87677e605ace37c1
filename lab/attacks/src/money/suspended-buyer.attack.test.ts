import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())
afterEach(async () => {
  await market.runJobs()
  expect((await market.checkLedger()).join('\n')).toBe('')
})

async function handedOver(on = market) {
  const { person } = usersOf(on)
  const [buyer, seller, admin] = [await person(), await person('SELLER'), await person('ADMIN')]
  const { id: listingId } = await on.listing({ sellerId: seller.id, state: 'RESERVED' })
  const { id: orderId } = await on.order({ buyerId: buyer.id, listingId })
  const { clientSecret } = await on.as(buyer.id).payments.createIntent({ orderId })
  await on.as(buyer.id).payments.confirm({ orderId, transactionId: await on.card.pay(clientSecret) })
  await on.as(buyer.id).orders.confirmHandover({ orderId })
  const problem = { orderId, reason: 'OTHER', text: 'A scratch', images: [], wish: 'MONEY_BACK', wishCents: null }
  return {
    ...{ orderId, buyer, seller, admin, problem },
    stateOf: async () => (await on.database.order.findUniqueOrThrow({ where: { id: orderId } })).state,
  }
}

describe('a suspension within the buyer’s 48 hours', () => {
  it('A326 does not hand the money to the seller: nobody who is suspended acts, and an admin acts for them alone', async () => {
    const { orderId, buyer, seller, admin, problem, stateOf } = await handedOver()
    const stranger = await usersOf(market).person()
    const acts = [
      (as: string) => attack.rpc('claims.open', problem, { as }),
      (as: string) => attack.rpc('orders.acceptPhone', { orderId }, { as }),
    ]
    // While the buyer can act nobody acts for them.
    for (const act of acts) for (const { as } of [seller, stranger, admin]) await attack.refused(() => act(as), 404)
    await market.as(admin.id).accounts.suspend({ userId: buyer.id, reason: 'Somebody else uses this account.' })
    for (const act of acts) {
      await attack.refused(() => act(buyer.as), 401)
      for (const { as } of [seller, stranger]) await attack.refused(() => act(as), 404)
    }
    await market.timePasses({ hours: 49 })
    await market.runJobs()
    expect(await stateOf()).toBe('HANDED_OVER')
    // Another suspension adds no time: the seller has the money in the end.
    for (const _ of [1, 2]) {
      await market.as(admin.id).accounts.liftSuspension({ userId: buyer.id })
      await market.as(admin.id).accounts.suspend({ userId: buyer.id, reason: 'Again.' })
    }
    await market.timePasses({ hours: 14 * 24 })
    await market.runJobs()
    expect(await stateOf()).toBe('RELEASED')
    await attack.refused(() => attack.rpc('claims.open', problem, { as: admin.as }), 409)
  })

  it('A327 opens no way to the money for a stolen session of an admin without a fresh second factor', async () => {
    const guarded = await createMarket({ webhooks: false, requiresFactor: true })
    try {
      const { refused, rpc } = attackOn(guarded)
      const { orderId, buyer, admin, problem, stateOf } = await handedOver(guarded)
      await guarded.database.user.update({
        where: { id: buyer.id },
        data: { suspendedAt: new Date(), suspensionReason: 'Stolen' },
      })
      for (const [path, input] of [
        ['claims.open', problem],
        ['orders.acceptPhone', { orderId }],
      ] as const) {
        const { text } = await refused(() => rpc(path, input, { as: admin.as }), 403)
        expect(text).toContain('FACTOR_REQUIRED')
      }
      expect(await stateOf()).toBe('HANDED_OVER')
    } finally {
      await guarded.close()
    }
  })
})
