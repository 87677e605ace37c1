import { ACCOUNT_LIMITS } from '@second-ring/contracts/account-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

describe('a buyer’s code', () => {
  it('A329 is not renewed without end, many at once included; what is refused says until when', async () => {
    const { refused, rpc } = attackOn(market)
    const { id, as } = await usersOf(market).person()
    const { id: listingId } = await market.listing({ state: 'RESERVED' })
    const { id: orderId } = await market.order({ buyerId: id, listingId })
    const { clientSecret } = await market.as(id).payments.createIntent({ orderId })
    await market.as(id).payments.confirm({ orderId, transactionId: await market.card.pay(clientSecret) })
    const most = ACCOUNT_LIMITS.newCodesADay.most.proven
    const asked = await Promise.all(
      Array.from({ length: most + 5 }, () => rpc('orders.renewHandoverCode', { orderId }, { as })),
    )
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(most)
    const { text } = await refused(() => rpc('orders.renewHandoverCode', { orderId }, { as }), 409)
    expect(text).toMatch(/You have made 20 new codes in 24 hours.* You can go on after \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    // The last code opens the handover all the same.
    const renewals = { subjectId: orderId, action: 'order.renew-code' }
    expect(await market.database.auditEntry.count({ where: renewals })).toBe(most)
    await market.timePasses({ hours: 1 })
    await market.as(id).orders.confirmHandover({ orderId })
  })
})
