import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantAdmin } from './grant-admin.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('granting an admin', () => {
  it('opens the admin’s calls at the next sign-in, and is audited once', async () => {
    const user = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    const caller = market.as(user.id)
    await expect(caller.accounts.list({ role: 'BUYER' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { email } = user
    expect(await grantAdmin(market.database, ` ${email.toUpperCase()} `)).toMatchObject({ email, changed: true })
    expect(await grantAdmin(market.database, email)).toMatchObject({ name: user.name, changed: false })
    // Whoever held a session of this account before holds no admin's.
    await expect(caller.accounts.me()).rejects.toMatchObject({ cause: { code: 'SESSION_ENDED' } })
    await expect(market.as(user.id, randomUUID()).accounts.list({ role: 'BUYER' })).resolves.toHaveProperty('items')
    expect(
      await market.database.auditEntry.count({ where: { subjectId: user.id, action: 'account.grant-admin' } }),
    ).toBe(1)
    const mailed = { userId: user.id, kind: 'admin-access-changed' }
    expect(await market.database.mail.findMany({ where: mailed })).toMatchObject([
      { message: 'You are an admin now. It was done on the command line.' },
    ])
  })

  it('refuses whoever has not proven their email, and names them', async () => {
    const user = await market.user({ name: 'Sue Squatter', emailVerifiedAt: null })
    await expect(grantAdmin(market.database, user.email)).rejects.toThrow(/^Sue Squatter, who signed up as .* has not/)
    expect(await market.database.user.count({ where: { id: user.id, role: 'ADMIN' } })).toBe(0)
  })

  it('refuses whoever is suspended, in that moment too, or is about to leave', async () => {
    const [suspended, leaving, meanwhile] = [await market.user(), await market.user(), await market.user()]
    const suspension = { suspendedAt: new Date(), suspensionReason: 'Complaints' }
    await market.database.user.update({ where: { id: suspended.id }, data: suspension })
    await expect(grantAdmin(market.database, suspended.email)).rejects.toThrow('is suspended')
    await market.as(leaving.id).accounts.requestDeletion({ confirmation: 'DELETE' })
    await expect(grantAdmin(market.database, leaving.email)).rejects.toThrow('deleted')
    const [granting] = await market.whileHeld({
      hold: tx => tx.user.update({ where: { id: meanwhile.id }, data: suspension }),
      acts: [() => grantAdmin(market.database, meanwhile.email)],
    })
    expect(granting).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect(await market.database.user.count({ where: { role: 'ADMIN' } })).toBe(1)
  })

  it('knows only who has signed up', async () => {
    await expect(grantAdmin(market.database, 'nobody@example.test')).rejects.toThrow('Nobody has signed up')
  })
})
