import { describe, expect, it } from 'vitest'
import { reachableFrom } from '#platform/transition-table.ts'
import { payoutTransitions } from './payout-transitions.ts'
import { transferTransitions } from './transfer-transitions.ts'

describe('transfers and payouts', () => {
  it('reach every state', () => {
    expect([...reachableFrom(transferTransitions, 'PENDING')].toSorted()).toEqual(['FAILED', 'PENDING', 'SENT'])
    expect(reachableFrom(payoutTransitions, 'REQUESTED')).toEqual(new Set(Object.keys(payoutTransitions)))
  })

  it('end where their money is: a transfer that was made stays so, and a payout that came back', () => {
    expect(transferTransitions.SENT).toEqual([])
    expect(payoutTransitions.RETURNED).toEqual([])
  })
})
