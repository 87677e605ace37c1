import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetContacts } from './forget-contacts.ts'

const DAY = 24
let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function cancelledOrder() {
  const [buyer, { id: listingId, sellerId }] = [await market.user(), await market.listing()]
  const booking = { listingId, meetingPlace: 'Library', phone: '+1 555 010 0142', expectedPriceCents: 20_000 }
  const { orderId } = await market.as(buyer.id).orders.place(booking)
  await market.as(buyer.id).orders.addNote({ orderId, text: 'I live at 12 Secret Road' })
  await market.as(sellerId).orders.proposeMeeting({ orderId, meetingPlace: 'At my home', meetingTime: null })
  return { orderId, email: buyer.email, buyer: market.as(buyer.id), seller: market.as(sellerId) }
}

describe('the contact data of an order', () => {
  it('is there for its two sides while it lives and for 30 days after its end, and is erased then', async () => {
    const { orderId, email, buyer, seller } = await cancelledOrder()
    await buyer.orders.cancel({ orderId })
    await market.timePasses({ hours: 29 * DAY })
    await forgetContacts(market.platform)
    for (const side of [buyer, seller]) {
      expect(await side.orders.details({ orderId })).toMatchObject({
        meetingPlace: 'Library',
        contact: { phone: '+1 555 010 0142', email },
      })
    }
    await market.timePasses({ hours: DAY })
    await Promise.all([forgetContacts(market.platform), forgetContacts(market.platform)])
    for (const side of [buyer, seller]) {
      expect(await side.orders.details({ orderId })).toMatchObject({ meetingPlace: '', contact: null, proposal: null })
    }
    expect(await seller.orders.byId({ orderId })).toMatchObject({ meetingPlace: '', phone: '', buyerEmail: '' })
    expect(await market.database.meetingProposal.count({ where: { orderId } })).toBe(0)
    const notices = await market.database.notice.findMany({ where: { orderId } })
    expect(JSON.stringify(notices)).not.toContain('At my home')
    expect(await market.database.orderNote.count({ where: { orderId } })).toBe(0)
  })

  it('goes with the reasons that its two sides gave each other, not with the market’s', async () => {
    const { orderId, seller } = await cancelledOrder()
    const others = await cancelledOrder()
    await seller.orders.release({ orderId, reason: 'Call me at 555 222 3344' })
    await others.buyer.orders.cancel({ orderId: others.orderId })
    await market.database.order.update({
      where: { id: others.orderId },
      data: { endReason: 'The market’s', phone: '' },
    })
    await market.timePasses({ hours: 31 * DAY })
    await forgetContacts(market.platform)
    const notices = await market.database.notice.findMany({ where: { orderId } })
    expect(JSON.stringify(notices)).not.toContain('555 222')
    const reasonOf = async (id: string) =>
      (await market.database.order.findUniqueOrThrow({ where: { id }, select: { endReason: true } })).endReason
    expect(await reasonOf(orderId)).toBeNull()
    expect(await reasonOf(others.orderId)).toBe('The market’s')
  })

  it('goes with notes that are left of an order whose phone was erased before', async () => {
    const { orderId, buyer } = await cancelledOrder()
    await buyer.orders.cancel({ orderId })
    await market.database.order.update({ where: { id: orderId }, data: { phone: '', meetingPlace: '' } })
    await market.timePasses({ hours: 31 * DAY })
    await forgetContacts(market.platform)
    expect(await market.database.orderNote.count({ where: { orderId } })).toBe(0)
  })

  it('stays however long an order lives', async () => {
    const { orderId, buyer } = await cancelledOrder()
    await market.timePasses({ hours: 40 * DAY })
    await forgetContacts(market.platform)
    expect(await buyer.orders.byId({ orderId })).toMatchObject({ meetingPlace: 'Library', phone: '+1 555 010 0142' })
  })

  it('goes with what the two wrote of a cancellation and of a no-show', async () => {
    const { orderId } = await cancelledOrder()
    const { buyerId, listing } = await market.database.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { buyerId: true, listing: { select: { sellerId: true } } },
    })
    const at = new Date()
    const closed = { orderId, state: 'DECLINED', dueAt: at, answeredAt: at } as const
    await market.database.cancellationProposal.create({ data: { ...closed, proposedById: buyerId, reason: 'I moved' } })
    const denied = { orderId, meetingTime: at, answerDueAt: at, state: 'DENIED', answeredAt: at } as const
    await market.database.noShowReport.create({
      data: { ...denied, reportedById: listing.sellerId, text: 'I waited', answer: 'I was ill' },
    })
    await market.as(buyerId).orders.cancel({ orderId })
    await market.timePasses({ hours: 31 * DAY })
    await forgetContacts(market.platform)
    expect(await market.database.cancellationProposal.count({ where: { orderId } })).toBe(0)
    expect(await market.database.noShowReport.findMany({ where: { orderId } })).toMatchObject([
      { text: '', answer: '' },
    ])
  })
})
