import { allDealSteps, dealStages } from '@second-ring/contracts/orders/deal.process'
import { describe, expect, it } from 'vitest'
import { listingTransitions } from '#listings/listing-transitions.ts'
import { paymentTransitions } from '#payments/payment-transitions.ts'
import { refundTransitions } from '#payments/refund-transitions.ts'
import { reachableFrom, type TransitionTable } from './transition-table.ts'

const orderTransitions = Object.fromEntries(
  Object.values(dealStages).map(state => {
    const next = allDealSteps
      .filter(({ from }) => from.some(stage => dealStages[stage] === state))
      .map(({ to }) => dealStages[to])
    return [state, [...new Set(next)].filter(to => to !== state)]
  }),
)

const machines: { of: string; table: TransitionTable<string>; start: string; ends: string[] }[] = [
  { of: 'a listing', table: listingTransitions, start: 'AVAILABLE', ends: [] },
  {
    of: 'an order',
    table: orderTransitions,
    start: 'PLACED',
    // A bank may decide once more of what it had refunded.
    ends: ['RELEASED', 'PARTLY_REFUNDED', 'CANCELLED'],
  },
  { of: 'a payment', table: paymentTransitions, start: 'PENDING', ends: ['FAILED', 'CANCELLED'] },
  { of: 'a refund', table: refundTransitions, start: 'REQUESTED', ends: ['FAILED', 'SETTLED_OUTSIDE'] },
]

describe.each(machines)('the state machine of $of', ({ table, start, ends }) => {
  it('reaches every state from its start', () => {
    expect([...reachableFrom(table, start)].sort()).toEqual(Object.keys(table).sort())
  })

  it('transitions only to states that it declares', () => {
    const states = Object.keys(table)
    for (const next of Object.values(table)) for (const state of next) expect(states).toContain(state)
  })

  it('ends where it should and nowhere else', () => {
    const final = Object.entries(table).flatMap(([state, next]) => (next.length === 0 ? [state] : []))
    expect(final.sort()).toEqual(ends.toSorted())
  })
})
