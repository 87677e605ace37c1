import { releasedDeal } from '@second-ring/api/payouts/testing/payee'
import { grantAdmin } from '@second-ring/api/user-oversight/grant-admin'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())

describe('leaving with money', () => {
  it('A300 is refused to a seller whose earnings or debts are here, however often and at once they ask', async () => {
    const seller = await usersOf(market).person('SELLER')
    const deal = await releasedDeal(market, seller.id)
    const ask = () => attack.rpc('accounts.requestDeletion', { confirmation: 'DELETE' }, { as: seller.as })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(answers[0]?.text).toContain('$190 of yours')
    await deal.refund(20_000)
    expect((await ask()).status).toBe(200)
  })

  it('A303 no seller or buyer in the middle of a deal is made an admin', async () => {
    const { buyerId, listingId } = await market.order()
    const { sellerId } = await market.database.listing.findUniqueOrThrow({ where: { id: listingId } })
    for (const id of [buyerId, sellerId]) {
      const { email } = await market.database.user.findUniqueOrThrow({ where: { id } })
      await expect(grantAdmin(market.database, email ?? '')).rejects.toThrow('unpaid bookings: 1')
      expect(await market.database.user.count({ where: { id, role: 'ADMIN' } })).toBe(0)
    }
  })
})
