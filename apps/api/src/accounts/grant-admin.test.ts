import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantAdmin } from './grant-admin.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('granting an admin', () => {
  it('opens the admin’s calls at once, and is audited once', async () => {
    const user = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    const caller = market.as(user.id)
    await expect(caller.accounts.list({ role: 'BUYER' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await grantAdmin(market.database, ` ${user.email.toUpperCase()} `)).toBe(true)
    expect(await grantAdmin(market.database, user.email)).toBe(false)
    await expect(caller.accounts.list({ role: 'BUYER' })).resolves.toHaveProperty('items')
    expect(await market.database.auditEntry.count({ where: { subjectId: user.id } })).toBe(1)
  })

  it('knows only who has signed up', async () => {
    await expect(grantAdmin(market.database, 'nobody@example.test')).rejects.toThrow('Nobody has signed up')
  })
})
