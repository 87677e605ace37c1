import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
})
afterAll(() => market.close())

describe('one phone', () => {
  it('A45 200 parallel bookings of one phone: one wins', async () => {
    const productName = `Aurora ${crypto.randomUUID()}`
    const phone = await market.listing({ productName })
    const buyers = await Promise.all(Array.from({ length: 200 }, () => usersOf(market).person()))
    const booked = await Promise.all(
      buyers.map(async ({ as, email }, n) => {
        if (n % 2 === 0) {
          const input = { listingId: phone.id, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
          const { status, code } = await attack.rpc('orders.place', input, { as })
          if (status !== 200) expect({ status, code }).toEqual({ status: 409, code: 'ALREADY_BOOKED' })
          return status === 200
        }
        const body = {
          product: productName,
          product_img: PICTURE,
          email,
          price: 200,
          location: 'Library',
          phone: '555 0100',
        }
        const answer = await attack.send('POST', '/orders', { as, body })
        expect(answer.status, answer.text).toBe(200)
        const { acknowledged, message } = answer.body as { acknowledged: boolean; message?: string }
        if (!acknowledged) expect(message).toBe('This product is already booked')
        return acknowledged
      }),
    )
    expect(booked.filter(Boolean)).toHaveLength(1)
    const orders = await market.database.order.findMany({ where: { listingId: phone.id } })
    expect(orders).toMatchObject([{ buyerId: buyers[booked.indexOf(true)]?.id, state: 'PLACED' }])
    const listing = await market.database.listing.findUniqueOrThrow({ where: { id: phone.id } })
    expect(listing.state).toBe('RESERVED')
    expect(await market.database.auditEntry.count({ where: { action: 'order.place' } })).toBe(1)
    expect(await market.database.notice.count({ where: { kind: 'booked' } })).toBe(1)
  })

  it('A45 30 parallel bookings of one phone by one buyer: one order', async () => {
    const phone = await market.listing()
    const { as, id } = await usersOf(market).person()
    const input = { listingId: phone.id, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
    const answers = await Promise.all(Array.from({ length: 30 }, () => attack.rpc('orders.place', input, { as })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 29 }, () => 409)])
    expect(await market.database.order.count({ where: { buyerId: id } })).toBe(1)
  })
})
