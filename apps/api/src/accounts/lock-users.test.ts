import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lockUsers } from './lock-users.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

it('finds those alone who are neither removed, set aside nor suspended', async () => {
  const { id: here } = await market.user()
  const now = new Date()
  const away = [
    { deletedAt: now, email: null, name: '' },
    { setAsideAt: now, email: null },
    { suspendedAt: now, suspensionReason: 'Sold what was not theirs.' },
  ]
  const others: string[] = []
  for (const data of away) {
    const { id } = await market.user()
    await market.database.user.update({ where: { id }, data })
    others.push(id)
  }
  const found = await market.database.$transaction(tx => lockUsers(tx, [here, ...others]))
  expect([...found]).toEqual([here])
})
