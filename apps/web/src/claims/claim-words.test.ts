import { describe, expect, it } from 'vitest'
import { claim } from '#testing/claim.ts'
import { describeAnswer } from './claim-words.ts'

const offered = { answer: 'OFFERED', offerCents: 9_000, state: 'BUYER_ANSWERS' } as const
const past = '2026-01-06T12:00:00.000Z'

describe('the offer of a seller', () => {
  it.each([
    ['buyer', 'The seller offers $90 back.'],
    ['seller', 'You offer $90 back.'],
    ['admin', 'The seller offers $90 back.'],
  ] as const)('stands for the %s while it can be taken', (viewer, words) => {
    expect(describeAnswer(claim(offered), viewer)).toBe(words)
  })

  it.each([
    ['buyer', 'The seller offered $90 back. That offer has ended.'],
    ['seller', 'You offered $90 back. That offer has ended.'],
    ['admin', 'The seller offered $90 back. That offer has ended.'],
  ] as const)('has ended for the %s once an admin is asked, or the time to take it is over', (viewer, words) => {
    expect(describeAnswer(claim({ ...offered, state: 'UNDECIDED' }), viewer)).toBe(words)
    expect(describeAnswer(claim({ ...offered, state: 'RETURNING' }), viewer)).toBe(words)
    expect(describeAnswer(claim({ ...offered, dueAt: past }), viewer)).toBe(words)
  })

  it('was made, of a claim that is settled', () => {
    const settled = claim({ ...offered, state: 'PARTLY_REFUNDED', dueAt: null, closedAt: past, refundCents: 9_000 })
    expect(describeAnswer(settled, 'buyer')).toBe('The seller offered $90 back.')
  })
})

it('other answers stand while the claim is open', () => {
  expect(describeAnswer(claim({ answer: 'DISAGREED', state: 'UNDECIDED' }), 'buyer')).toBe('The seller disagrees.')
  expect(describeAnswer(claim(), 'buyer')).toBeNull()
})
