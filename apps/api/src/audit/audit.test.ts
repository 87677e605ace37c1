import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordAction } from '#platform/audit.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket()
})
afterEach(() => market.close())

const subject = { type: 'listing', id: '018f0000-0000-7000-8000-000000000001' } as const

function recordEdit(reason?: string) {
  return market.database.$transaction(tx =>
    recordAction(tx, { actorId: null, action: 'listing.edit', subject, ...(reason !== undefined && { reason }) }),
  )
}

describe('reading the audit', () => {
  it('filters by action, by involved user and by time, newest first, page by page', async () => {
    const admin = await market.asAdmin()
    const { id: adminId } = await admin.accounts.me()
    const seller = await market.user({ role: 'SELLER' })
    await admin.accounts.verifySeller({ userId: seller.id })
    await recordEdit('with a reason')
    const all = await admin.audit.list({ limit: 1 })
    expect(all.items[0]).toMatchObject({
      action: 'listing.edit',
      reason: 'with a reason',
      actorId: null,
      actorName: '',
    })
    const rest = await admin.audit.list({ cursor: all.nextCursor ?? '' })
    expect(rest.items).toEqual([
      expect.objectContaining({ action: 'account.verify', actorId: adminId, actorName: 'Robin Vale' }),
    ])
    expect((await admin.audit.list({ involving: seller.id })).items).toHaveLength(1)
    expect((await admin.audit.list({ action: 'account.' })).items).toHaveLength(1)
    expect((await admin.audit.list({ action: '%' })).items).toEqual([])
    expect((await admin.audit.list({ until: '2020-01-01T00:00:00Z' })).items).toEqual([])
  })

  it('involves a user by their listings, orders and payments too, whoever acted', async () => {
    const admin = await market.asAdmin()
    const { id: listingId, sellerId } = await market.listing()
    const buyer = await market.user()
    const booking = { meetingPlace: 'Library', phone: '5550100', expectedPriceCents: 20_000 }
    const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...booking })
    const { clientSecret } = await market.as(buyer.id).payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    await market.as(buyer.id).payments.confirm({ orderId, transactionId })
    await admin.payments.refund({ orderId, reason: 'Broken', relist: true })
    await market.runJobs()
    const { id: paymentId } = await market.database.payment.findFirstOrThrow({ where: { orderId } })
    const subjects = { listing: listingId, payment: paymentId }
    for (const [type, id] of Object.entries(subjects)) {
      const subject = { type: type as 'listing' | 'payment', id }
      await market.database.$transaction(tx =>
        recordAction(tx, { actorId: null, action: type === 'listing' ? 'listing.edit' : 'payment.dispute', subject }),
      )
    }
    const actionsOf = async (involving: string) =>
      (await admin.audit.list({ involving })).items.map(({ action }) => action)
    const all = ['order.place', 'order.pay', 'order.refund', 'listing.edit', 'payment.dispute']
    expect(await actionsOf(sellerId)).toEqual(expect.arrayContaining(all))
    expect(await actionsOf(buyer.id)).toEqual(expect.arrayContaining(all.filter(action => action !== 'listing.edit')))
    expect(await actionsOf(buyer.id)).not.toContain('listing.edit')
    expect(await actionsOf((await market.user()).id)).toEqual([])
    const ids = (await admin.audit.list({ involving: sellerId })).items.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is in it too, once an hour for each user whose acts are read, however often the page asks', async () => {
    const admin = await market.user({ role: 'ADMIN' })
    const { id: userId } = await market.user()
    const { id: categoryId } = await market.category()
    for (const involving of [undefined, userId, categoryId, userId, undefined]) {
      await market.as(admin.id).audit.list(involving === undefined ? {} : { involving })
    }
    const { items } = await market.as(admin.id).audit.list({})
    expect(items.map(({ actorId, action, subjectId }) => [actorId, action, subjectId])).toEqual([
      [admin.id, 'read.audit', userId],
      [admin.id, 'read.audit', admin.id],
    ])
  })

  it('gives it as a file that a spreadsheet does not run, to admins alone', async () => {
    await recordEdit('=HYPERLINK("http://evil.example")')
    for (let count = 0; count < 120; count += 1) await recordEdit()
    const admin = await market.user({ role: 'ADMIN' })
    const get = (userId: string) =>
      fetch(`${market.url}/audit.csv?action=listing.`, {
        headers: { authorization: `Bearer ${market.tokenOf(userId)}` },
      })
    const answer = await get(admin.id)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await answer.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(122)
    expect(lines.at(-1)).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const buyer = await market.user()
    expect((await get(buyer.id)).status).toBe(403)
    expect((await fetch(`${market.url}/audit.csv`)).status).toBe(401)
  })

  it('refuses the wrong role', async () => {
    for (const caller of [await market.asBuyer(), await market.asSeller()]) {
      await expect(caller.audit.list({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
  })
})
