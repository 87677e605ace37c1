import { describe, expect, it } from 'vitest'
import { listingTransitions } from '#listings/listing-transitions.ts'
import { orderTransitions } from '#orders/order-transitions.ts'
import { paymentTransitions } from '#payments/payment-transitions.ts'
import { refundTransitions } from '#payments/refund-transitions.ts'
import { reachableFrom, type TransitionTable } from './transition-table.ts'

const lives: { of: string; life: TransitionTable<string>; start: string; ends: string[] }[] = [
  { of: 'a listing', life: listingTransitions, start: 'AVAILABLE', ends: ['REMOVED'] },
  { of: 'an order', life: orderTransitions, start: 'PLACED', ends: ['COMPLETED', 'CANCELLED', 'REFUNDED'] },
  { of: 'a payment', life: paymentTransitions, start: 'PENDING', ends: ['FAILED', 'CANCELLED'] },
  { of: 'a refund', life: refundTransitions, start: 'REQUESTED', ends: ['FAILED', 'SETTLED_OUTSIDE'] },
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
