import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restClient } from '#http/rest/testing/rest-client.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ rateLimitScale: 1 })
})
afterAll(() => market.close())

const actionsOn = async (subjectId: string) =>
  (await market.database.auditEntry.findMany({ where: { subjectId }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  )

describe('changing one’s name', () => {
  it('shows the new one on listings, beside the name that was typed on the post, and is audited without names', async () => {
    const seller = await market.user({ role: 'SELLER', name: 'Sara Lind' })
    const { id: listingId } = await market.listing({ sellerId: seller.id, sellerName: 'Sara’s shop' })
    const caller = market.as(seller.id)
    expect(await caller.accounts.changeName({ name: '  Sara Berg ' })).toEqual({ name: 'Sara Berg' })
    expect((await caller.accounts.me()).name).toBe('Sara Berg')
    expect(await market.anonymous().listings.get({ listingId })).toMatchObject({
      sellerName: 'Sara’s shop',
      sellerAccountName: 'Sara Berg',
    })
    const entries = await market.database.auditEntry.findMany({ where: { subjectId: seller.id } })
    expect(entries).toMatchObject([{ action: 'account.change-name', actorId: seller.id, reason: null }])
  })

  it('takes the tick of a verified seller, who is told, and not for the same name', async () => {
    const { id } = await market.user({ role: 'SELLER', name: 'Ann Other' })
    const admin = await market.asAdmin()
    await admin.accounts.verifySeller({ userId: id })
    await market.as(id).accounts.changeName({ name: 'Ann Other' })
    expect((await market.as(id).accounts.me()).verified).toBe(true)
    await market.as(id).accounts.changeName({ name: 'Apple Store Official' })
    expect((await market.as(id).accounts.me()).verified).toBe(false)
    expect(await actionsOn(id)).toEqual(['account.verify', 'account.change-name', 'account.unverify'])
    const { items } = await market.as(id).notices.list({})
    expect(items[0]?.message).toContain('no verified seller any more, because you changed your name')
    await admin.accounts.verifySeller({ userId: id })
    expect((await market.as(id).accounts.me()).verified).toBe(true)
  })

  it('takes the tick that comes in that moment, and says so', async () => {
    const { id } = await market.user({ role: 'SELLER', name: 'Ann Other' })
    await market.whileHeld({
      hold: tx => tx.user.update({ where: { id }, data: { verifiedAt: new Date() } }),
      acts: [() => market.as(id).accounts.changeName({ name: 'Ann Elsewhere' })],
    })
    expect((await market.as(id).accounts.me()).verified).toBe(false)
    expect(await actionsOn(id)).toEqual(['account.change-name', 'account.unverify'])
  })

  it('to that of a verified seller flags what is for sale or booked already, and back again does not', async () => {
    await market.user({ role: 'SELLER', name: 'Amara Osei', verifiedAt: new Date() })
    const { id: sellerId } = await market.user({ role: 'SELLER', name: 'Rob' })
    const posts = await Promise.all([
      market.listing({ sellerId }),
      market.listing({ sellerId, state: 'RESERVED' }),
      market.listing({ sellerId, state: 'SOLD' }),
    ])
    const flagged = async () => {
      await market.runJobs()
      const where = { reason: 'verified-name', listing: { sellerId } }
      const flags = await market.database.listingFlag.findMany({ where })
      return flags.map(({ listingId }) => listingId).toSorted()
    }
    await market.as(sellerId).accounts.changeName({ name: 'Ámara Osei' })
    expect(await flagged()).toEqual([posts[0].id, posts[1].id].toSorted())
    await market.as(sellerId).accounts.changeName({ name: 'Rob' })
    expect(await flagged()).toEqual([])
  })

  it('changes nothing when it is the same, and has one effect under a key', async () => {
    const { id } = await market.user({ name: 'Nia' })
    await market.as(id).accounts.changeName({ name: 'Nia' })
    const again = { name: 'Nia Roe', idempotencyKey: 'one' }
    await market.as(id).accounts.changeName(again)
    await market.as(id).accounts.changeName({ name: 'Nia Low' })
    expect(await market.as(id).accounts.changeName(again)).toEqual({ name: 'Nia Roe' })
    expect((await market.as(id).accounts.me()).name).toBe('Nia Low')
    expect(await actionsOn(id)).toEqual(['account.change-name', 'account.change-name'])
  })

  it.each(['', ' ', 'Nia ✓', 'Nia (verified)', 'x'.repeat(101), 'Ni\u202ea', 'Nіa', 'Second Ring Support'])(
    'refuses %j',
    async name => {
      const buyer = await market.asBuyer()
      await expect(buyer.accounts.changeName({ name })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )

  it('is limited', async () => {
    const { id } = await market.user()
    const changes = Array.from({ length: 11 }, (_, index) =>
      market.as(id).accounts.changeName({ name: `Nia ${index}` }),
    )
    const results = await Promise.allSettled(changes)
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'TOO_MANY_REQUESTS' } },
    ])
  })
})

describe('starting to sell', () => {
  it('gives a buyer a seller’s rights at once, and is audited once', async () => {
    const { id } = await market.user()
    const buyer = market.as(id)
    await expect(buyer.listings.mine({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await buyer.accounts.startSelling({})).toEqual({ role: 'SELLER', changed: true })
    expect((await buyer.accounts.me()).role).toBe('SELLER')
    expect((await buyer.listings.mine({})).items).toEqual([])
    expect(await buyer.accounts.startSelling({})).toEqual({ role: 'SELLER', changed: false })
    expect(await actionsOn(id)).toEqual(['account.start-selling'])
  })

  it('by REST, a second time without a change', async () => {
    const { send, user } = restClient(market)
    const { as, email } = await user('BUYER')
    const start = () => send('POST', '/account/start-selling', { as })
    expect(await start()).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 1 } })
    expect(await start()).toMatchObject({ status: 200, body: { acknowledged: true, modifiedCount: 0 } })
    expect((await send('GET', `/users/seller/${email}`, { as })).body).toEqual({ isSeller: true })
    expect((await send('POST', '/account/start-selling')).status).toBe(401)
  })

  it('is not for an admin', async () => {
    const { id } = await market.user({ role: 'ADMIN' })
    await expect(market.as(id).accounts.startSelling({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await market.as(id).accounts.me()).role).toBe('ADMIN')
  })
})
