import { randomUUID } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimed } from '#claims/testing/claimed-order.ts'
import { paidOrder } from '#payments/testing/paid-order.ts'
import { releasedDeal } from '#payouts/testing/payee.ts'
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

  it('refuses whoever has a deal, a claim or money open on either side, and says what', async () => {
    const emailOf = async (id: string) =>
      (await market.database.user.findUniqueOrThrow({ where: { id }, select: { email: true } })).email ?? ''
    const errorOf = async (id: string) => {
      const error: unknown = await grantAdmin(market.database, await emailOf(id)).catch(error => error)
      expect(error).toMatchObject({ code: 'CONFLICT' })
      return error instanceof Error ? error.message : ''
    }
    const { sellerId: posting } = await market.listing()
    expect(await errorOf(posting)).toContain('still has open: phones for sale: 1. An admin can neither hand over')
    const booked = await market.order()
    expect(await errorOf(booked.buyerId)).toContain('still has open: unpaid bookings: 1.')
    const paid = await paidOrder(market)
    expect(await errorOf(paid.buyerId)).toContain('still has open: orders that are paid and not handed over: 1.')
    expect(await errorOf(paid.sellerId)).toContain('orders that are paid and not handed over: 1.')
    const claim = await claimed(market)
    for (const side of [claim.buyerId, claim.sellerId]) {
      expect(await errorOf(side)).toContain('still has open: problems with a phone that are not settled: 1.')
    }
    const { id: earning } = await market.user({ role: 'SELLER' })
    await releasedDeal(market, earning)
    expect(await errorOf(earning)).toContain('still has open: $190 that has not arrived at their bank.')
    const handed = await paidOrder(market)
    await handed.buyer.orders.confirmHandover({ orderId: handed.orderId })
    expect(await errorOf(handed.sellerId)).toContain('handed over and whose money is not released: 1.')
    await handed.buyer.orders.acceptPhone({ orderId: handed.orderId })
    expect(await grantAdmin(market.database, await emailOf(handed.buyerId))).toMatchObject({ changed: true })
  })

  it('waits for a booking that is being made, and sees it', async () => {
    const { id: buyerId, email } = await market.user()
    const { id: listingId } = await market.listing()
    const what = { productName: 'Aurora 12', productImage: '', priceCents: 20_000 }
    const where = { meetingPlace: 'Library', phone: '5550100', reservedUntil: new Date(Date.now() + 3_600_000) }
    const [granting] = await market.whileHeld({
      hold: async tx => {
        await tx.listing.update({ where: { id: listingId }, data: { state: 'RESERVED' } })
        await tx.order.create({ data: { ...what, ...where, listingId, buyerId } })
      },
      acts: [() => grantAdmin(market.database, email)],
    })
    expect(granting).toMatchObject({
      reason: { code: 'CONFLICT', message: expect.stringContaining('unpaid bookings: 1') },
    })
  })

  it('knows only who has signed up', async () => {
    await expect(grantAdmin(market.database, 'nobody@example.test')).rejects.toThrow('Nobody has signed up')
  })
})
