import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('listing users', () => {
  it('gives those of one role, newest first, page by page, without the deleted', async () => {
    const admin = await market.asAdmin()
    const made = []
    for (const name of ['Ada', 'Bea', 'Cleo']) made.push(await market.user({ role: 'SELLER', name: `${name} Lister` }))
    const gone = await market.user({ role: 'SELLER', name: 'Dora Lister' })
    await market.database.user.update({
      where: { id: gone.id },
      data: { deletedAt: new Date(), email: null, name: '' },
    })
    await market.user({ role: 'BUYER', name: 'Eve Lister' })
    const first = await admin.accounts.list({ role: 'SELLER', search: 'lister', limit: 2 })
    const second = await admin.accounts.list({
      role: 'SELLER',
      search: 'lister',
      limit: 2,
      cursor: first.nextCursor ?? '',
    })
    const ids = [...first.items, ...second.items].map(user => user.id)
    expect(ids.toSorted()).toEqual(made.map(user => user.id).toSorted())
    expect(second.nextCursor).toBeNull()
  })

  it('takes a search literally, in names and emails', async () => {
    const admin = await market.asAdmin()
    const user = await market.user({ name: '100% _Odd_ \\ Name', email: `odd-${process.pid}@example.test` })
    for (const search of ['100%', '_odd_', '\\', `ODD-${process.pid}@`]) {
      const { items } = await admin.accounts.list({ role: 'BUYER', search })
      expect(
        items.map(item => item.id),
        search,
      ).toEqual([user.id])
    }
    expect((await admin.accounts.list({ role: 'BUYER', search: '%%' })).items).toEqual([])
    await expect(admin.accounts.list({ role: 'BUYER', search: 'a\0b' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('finds an admin too', async () => {
    const { id } = await market.user({ role: 'ADMIN', name: 'Ada Admin' })
    const { items } = await (await market.asAdmin()).accounts.list({ role: 'ADMIN', search: 'ada adm' })
    expect(items.map(item => [item.id, item.role])).toEqual([[id, 'ADMIN']])
  })

  it('refuses the wrong role', async () => {
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.accounts.list({ role: 'BUYER' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})

describe('verifying a seller', () => {
  it('puts the tick beside their name at once, and is audited once', async () => {
    const admin = await market.asAdmin()
    const { id: actorId } = await admin.accounts.me()
    const { id: userId } = await market.user({ role: 'SELLER' })
    const { categoryId } = await market.listing({ sellerId: userId })
    expect(await admin.accounts.verifySeller({ userId })).toEqual({ userId, changed: true })
    expect(await admin.accounts.verifySeller({ userId })).toEqual({ userId, changed: false })
    const { items } = await market.anonymous().listings.byCategory({ categoryId })
    expect(items[0]?.sellerVerified).toBe(true)
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: userId } })
    expect(entries).toEqual([expect.objectContaining({ action: 'account.verify', actorId })])
  })

  it('keeps a note of what was checked for admins, and tells the seller without it', async () => {
    const admin = await market.asAdmin()
    const { id: userId } = await market.user({ role: 'SELLER' })
    await admin.accounts.verifySeller({ userId, note: 'Passport and a receipt' })
    const entry = await market.database.auditEntry.findFirstOrThrow({ where: { subjectId: userId } })
    expect(entry).toMatchObject({ action: 'account.verify', reason: 'Passport and a receipt' })
    const { items } = await market.as(userId).notices.list({})
    expect(items).toEqual([expect.objectContaining({ kind: 'account', message: expect.stringContaining('verified') })])
    expect(items[0]?.message).not.toContain('Passport')
  })

  it('is of the name that the admin saw', async () => {
    const admin = await market.asAdmin()
    const { id: userId } = await market.user({ role: 'SELLER', name: 'Nia Noble' })
    const other = admin.accounts.verifySeller({ userId, name: 'Nia Known' })
    await expect(other).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await market.database.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({ verifiedAt: null })
    expect(await admin.accounts.verifySeller({ userId, name: 'Nia Noble' })).toEqual({ userId, changed: true })
  })

  it('refuses the wrong role, oneself included', async () => {
    const { id: userId } = await market.user({ role: 'SELLER' })
    await expect(market.as(userId).accounts.verifySeller({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('knows no buyer', async () => {
    const admin = await market.asAdmin()
    const { id: userId } = await market.user({ role: 'BUYER' })
    await expect(admin.accounts.verifySeller({ userId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('taking a verification back', () => {
  it('takes the tick from beside their name at once, tells them why, and is audited once', async () => {
    const admin = await market.asAdmin()
    const { id: userId } = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    const { categoryId } = await market.listing({ sellerId: userId })
    const reason = 'The receipt was forged'
    expect(await admin.accounts.unverifySeller({ userId, reason })).toEqual({ userId, changed: true })
    expect(await admin.accounts.unverifySeller({ userId, reason })).toEqual({ userId, changed: false })
    const { items } = await market.anonymous().listings.byCategory({ categoryId })
    expect(items[0]?.sellerVerified).toBe(false)
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: userId } })
    expect(entries).toEqual([expect.objectContaining({ action: 'account.unverify', reason })])
    const notices = await market.as(userId).notices.list({})
    expect(notices.items.map(({ message }) => message)).toEqual([expect.stringContaining(reason)])
  })

  it('needs a reason and an admin, and knows no buyer', async () => {
    const admin = await market.asAdmin()
    const { id: userId } = await market.user({ role: 'SELLER', verifiedAt: new Date() })
    const reason = 'Forged'
    await expect(admin.accounts.unverifySeller({ userId, reason: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(market.as(userId).accounts.unverifySeller({ userId, reason })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const buyer = { userId: (await market.user()).id, reason }
    await expect(admin.accounts.unverifySeller(buyer)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
