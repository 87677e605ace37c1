import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function booked() {
  const [{ id: buyerId }, { id: listingId, sellerId }] = [
    await market.user({ name: 'Ben Buyer' }),
    await market.listing(),
  ]
  const [buyer, seller] = [market.as(buyerId), market.as(sellerId)]
  const booking = { listingId, meetingPlace: 'Library', phone: '555 0199', expectedPriceCents: 20_000 }
  const { orderId } = await buyer.orders.place(booking)
  const pay = async () => {
    const { clientSecret } = await buyer.payments.createIntent({ orderId })
    const transactionId = await market.card.pay(clientSecret)
    await buyer.payments.confirm({ orderId, transactionId })
    return transactionId
  }
  return { orderId, listingId, buyerId, sellerId, buyer, seller, pay }
}

describe('an admin who has a part in an order', () => {
  it('is that part alone: as its buyer they do not refund it, as its seller they do as a seller', async () => {
    const [own, sold] = [await booked(), await booked()]
    for (const { pay } of [own, sold]) await pay()
    await market.database.user.updateMany({
      where: { id: { in: [own.buyerId, sold.sellerId] } },
      data: { role: 'ADMIN' },
    })
    const refund = { reason: 'For myself', relist: false }
    await expect(own.buyer.payments.refund({ orderId: own.orderId, ...refund })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await own.buyer.orders.details({ orderId: own.orderId })).can).not.toContain('refund')
    await sold.seller.payments.refund({ orderId: sold.orderId, ...refund })
    const { ending } = await market.database.order.findUniqueOrThrow({ where: { id: sold.orderId } })
    expect(ending).toBe('REFUNDED_BY_SELLER')
  })
})

describe('the details of an order', () => {
  it('show each side what is theirs to see, and an admin no contact and no code', async () => {
    const { orderId, buyer, seller, pay } = await booked()
    const transactionId = await pay()
    const admin = await market.asAdmin()
    const [asBuyer, asSeller, asAdmin] = await Promise.all(
      [buyer, seller, admin].map(caller => caller.orders.details({ orderId })),
    )
    expect(asBuyer).toMatchObject({
      viewer: 'buyer',
      buyer: { name: 'Ben Buyer' },
      seller: { name: 'Robin Vale', verified: false },
      contact: { phone: '555 0199' },
      meetingPlace: 'Library',
      state: 'PAID',
      handoverCode: expect.stringMatching(/^\d{6}$/),
      receipt: { transactionId, amountCents: 20_000 },
      handoverDueAt: expect.any(String),
    })
    expect(asBuyer?.events.map(({ kind, by }) => [kind, by])).toEqual([
      ['placed', 'buyer'],
      ['paid', 'market'],
    ])
    expect(asSeller).toMatchObject({
      viewer: 'seller',
      contact: { phone: '555 0199' },
      handoverCode: null,
      receipt: null,
    })
    expect(asAdmin).toMatchObject({ viewer: 'admin', contact: null, handoverCode: null })
  })

  it('say what each can do, which is what they are let do', async () => {
    const { orderId, buyer, seller, pay } = await booked()
    const admin = await market.asAdmin()
    const can = () =>
      Promise.all([buyer, seller, admin].map(async caller => (await caller.orders.details({ orderId })).can))
    const arrange = ['proposeMeeting', 'addNote']
    expect(await can()).toEqual([['pay', 'cancel', ...arrange], ['release', ...arrange], ['release']])
    await pay()
    expect(await can()).toEqual([
      ['renewHandoverCode', 'confirmHandover', 'proposeCancellation', ...arrange],
      ['handOver', 'claimHandover', 'refund', 'proposeCancellation', ...arrange],
      ['refund'],
    ])
    await seller.orders.claimHandover({ orderId })
    await buyer.orders.denyHandover({ orderId, reason: 'No' })
    expect((await can())[2]).toEqual(['decideHandover', 'refund'])
    await admin.orders.decideHandover({ orderId, outcome: 'HANDED_OVER', reason: 'Yes' })
    expect(await can()).toEqual([['acceptPhone', 'openClaim', 'addNote'], ['addNote'], []])
    const { events } = await buyer.orders.details({ orderId })
    expect(events.slice(2).map(({ kind, by, reason }) => [kind, by, reason])).toEqual([
      ['handover-claimed', 'seller', null],
      ['handover-denied', 'buyer', 'No'],
      ['handover-decided', 'admin', 'Yes'],
    ])
    await buyer.orders.acceptPhone({ orderId })
    expect(await can()).toEqual([[], [], []])
    expect((await seller.orders.details({ orderId })).events.at(-1)).toMatchObject({
      kind: 'money-released',
      by: 'buyer',
    })
  })

  it('are nobody else’s', async () => {
    const { orderId } = await booked()
    for (const other of [await market.asBuyer(), await market.asSeller()]) {
      await expect(other.orders.details({ orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('cannot be paid any more by the database’s clock, before anything has ended it', async () => {
    const { orderId, buyer } = await booked()
    await market.timePasses({ hours: 48 })
    const { can } = await buyer.orders.details({ orderId })
    expect([can.includes('pay'), can.includes('cancel')]).toEqual([false, true])
    expect((await buyer.orders.byId({ orderId })).payable).toBe(false)
  })
})

describe('a meeting', () => {
  const elsewhere = { meetingPlace: 'Central Station', meetingTime: null }

  it('is moved when the other side accepts', async () => {
    const { orderId, buyer, seller, buyerId, sellerId } = await booked()
    const meetingTime = new Date(Date.now() + 86_400_000).toISOString()
    const when = `${meetingTime.slice(0, 10)} ${meetingTime.slice(11, 16)} UTC`
    const { proposalId } = await seller.orders.proposeMeeting({ orderId, ...elsewhere, meetingTime })
    const { proposal, can } = await buyer.orders.details({ orderId })
    expect(proposal).toMatchObject({ id: proposalId, by: 'seller', meetingPlace: 'Central Station', meetingTime })
    expect(can).toEqual(expect.arrayContaining(['acceptProposal', 'declineProposal']))
    expect(can).not.toContain('proposeMeeting')
    await buyer.orders.acceptProposal({ orderId, proposalId })
    const moved = await seller.orders.details({ orderId })
    expect(moved).toMatchObject({ meetingPlace: 'Central Station', meetingTime, proposal: null })
    const changed = { kind: 'meeting-changed', by: 'buyer', reason: 'Central Station', meetingTime }
    expect(moved.events.at(-1)).toMatchObject(changed)
    const where = { subjectId: orderId, action: { endsWith: '-meeting' } }
    expect(await market.database.auditEntry.findMany({ where, orderBy: { id: 'asc' } })).toMatchObject([
      { action: 'order.propose-meeting', actorId: sellerId, reason: null },
      { action: 'order.change-meeting', actorId: buyerId, reason: null },
    ])
    const messages = async (userId: string, kind: 'meeting-proposed' | 'meeting-answered') =>
      (await market.database.notice.findMany({ where: { userId, kind } })).map(({ message }) => message)
    expect(await messages(buyerId, 'meeting-proposed')).toEqual([
      `The seller proposes to meet at “Central Station” on ${when} for Aurora 12.`,
    ])
    expect(await messages(sellerId, 'meeting-answered')).toEqual([
      `The buyer accepts to meet at “Central Station” on ${when} for Aurora 12.`,
    ])
  })

  it('is not proposed for a time before which the order ends', async () => {
    const { orderId, seller, pay } = await booked()
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const propose = (days: number) =>
      seller.orders.proposeMeeting({ orderId, ...elsewhere, meetingTime: inDays(days) }).catch(error => error.code)
    expect(await propose(17)).toBe('BAD_REQUEST')
    expect(await propose(15)).toMatchObject({ proposalId: expect.any(String) })
    await pay()
    expect(await propose(15)).toBe('BAD_REQUEST')
    expect(await propose(13)).toMatchObject({ proposalId: expect.any(String) })
  })

  it('has one open proposal, which its side replaces or withdraws and the other answers first', async () => {
    const { orderId, buyer, seller } = await booked()
    const first = await buyer.orders.proposeMeeting({ orderId, ...elsewhere })
    const second = await buyer.orders.proposeMeeting({ orderId, ...elsewhere, meetingPlace: 'Museum' })
    const conflict = { code: 'CONFLICT' }
    await expect(seller.orders.proposeMeeting({ orderId, ...elsewhere })).rejects.toMatchObject(conflict)
    await expect(seller.orders.acceptProposal({ orderId, ...first })).rejects.toMatchObject(conflict)
    await expect(buyer.orders.acceptProposal({ orderId, ...second })).rejects.toMatchObject(conflict)
    await expect(seller.orders.withdrawProposal({ orderId, ...second })).rejects.toMatchObject(conflict)
    await seller.orders.declineProposal({ orderId, ...second })
    const third = await seller.orders.proposeMeeting({ orderId, ...elsewhere })
    await seller.orders.withdrawProposal({ orderId, ...third })
    const { proposal, meetingPlace } = await buyer.orders.details({ orderId })
    expect([proposal, meetingPlace]).toEqual([null, 'Library'])
  })

  it('is accepted or withdrawn, never both', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { orderId, buyer, seller } = await booked()
      const { proposalId } = await seller.orders.proposeMeeting({ orderId, ...elsewhere })
      const results = await Promise.allSettled([
        buyer.orders.acceptProposal({ orderId, proposalId }),
        seller.orders.withdrawProposal({ orderId, proposalId }),
        buyer.orders.declineProposal({ orderId, proposalId }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { meetingPlace } = await buyer.orders.details({ orderId })
      expect(meetingPlace).toBe(results[0].status === 'fulfilled' ? 'Central Station' : 'Library')
    }
  })

  it('refuses another’s order, an ended one, and a time that has passed or is far away', async () => {
    const { orderId, buyer, seller } = await booked()
    await expect((await market.asBuyer()).orders.proposeMeeting({ orderId, ...elsewhere })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    for (const days of [-1, 61]) {
      const meetingTime = new Date(Date.now() + days * 86_400_000).toISOString()
      const proposing = buyer.orders.proposeMeeting({ orderId, ...elsewhere, meetingTime })
      await expect(proposing).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
    await buyer.orders.cancel({ orderId })
    await expect(seller.orders.proposeMeeting({ orderId, ...elsewhere })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_OPEN' },
    })
  })
})

describe('notes', () => {
  it('are between the two, read by admins, and notified of once an hour', async () => {
    const { orderId, buyer, seller, sellerId } = await booked()
    for (const text of ['I come by train', 'At five?']) await buyer.orders.addNote({ orderId, text })
    await seller.orders.addNote({ orderId, text: 'Fine' })
    const expected = [
      ['buyer', 'I come by train'],
      ['buyer', 'At five?'],
      ['seller', 'Fine'],
    ]
    for (const caller of [buyer, seller, await market.asAdmin()]) {
      const { notes } = await caller.orders.details({ orderId })
      expect(notes.map(({ by, text }) => [by, text])).toEqual(expected)
    }
    const notices = () => market.database.notice.count({ where: { userId: sellerId, kind: 'note' } })
    expect(await notices()).toBe(1)
    await market.timePasses({ hours: 2 })
    await market.as(sellerId).notices.readAll()
    await buyer.orders.addNote({ orderId, text: 'There?' })
    expect(await notices()).toBe(2)
  })

  it('refuse admins, others, too long a text, an ended order and the fifty-first', async () => {
    const { orderId, buyer, buyerId } = await booked()
    for (const other of [await market.asAdmin(), await market.asSeller()]) {
      await expect(other.orders.addNote({ orderId, text: 'Hi' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    const long = buyer.orders.addNote({ orderId, text: 'x'.repeat(501) })
    await expect(long).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const notes = Array.from({ length: 49 }, () => ({ orderId, authorId: buyerId, text: 'x' }))
    await market.database.orderNote.createMany({ data: notes })
    const results = await Promise.allSettled([1, 2, 3].map(() => buyer.orders.addNote({ orderId, text: 'Last' })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await buyer.orders.cancel({ orderId })
    await expect(buyer.orders.addNote({ orderId, text: 'x' })).rejects.toMatchObject({
      cause: { code: 'ORDER_NOT_OPEN' },
    })
  })
})
