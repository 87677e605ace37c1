import { describe, expect, it } from 'vitest'
import { listingLife } from '#listings/listing-life.ts'
import { orderLife } from '#orders/order-life.ts'
import { paymentLife } from '#payments/payment-life.ts'
import { refundLife } from '#payments/refund-life.ts'
import { type Life, reachableFrom } from './life.ts'

const lives: { of: string; life: Life<string>; start: string; ends: string[] }[] = [
  { of: 'a listing', life: listingLife, start: 'AVAILABLE', ends: ['REMOVED'] },
  { of: 'an order', life: orderLife, start: 'PLACED', ends: ['COMPLETED', 'CANCELLED', 'REFUNDED'] },
  { of: 'a payment', life: paymentLife, start: 'PENDING', ends: ['FAILED', 'CANCELLED'] },
  { of: 'a refund', life: refundLife, start: 'REQUESTED', ends: ['FAILED', 'SETTLED_OUTSIDE'] },
]

describe.each(lives)('the life of $of', ({ life, start, ends }) => {
  it('reaches every state from its start', () => {
    expect([...reachableFrom(life, start)].sort()).toEqual(Object.keys(life).sort())
  })

  it('moves only to states that it declares', () => {
    const states = Object.keys(life)
    for (const next of Object.values(life)) for (const state of next) expect(states).toContain(state)
  })

  it('ends where it should and nowhere else', () => {
    const final = Object.entries(life).flatMap(([state, next]) => (next.length === 0 ? [state] : []))
    expect(final.sort()).toEqual(ends.toSorted())
  })
})
