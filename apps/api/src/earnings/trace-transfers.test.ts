import { describe, expect, it } from 'vitest'
import { type MadePayout, type Reversal, type SentTransfer, traceTransfers } from './trace-transfers.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number))
const sent = (orderId: string, cents: number, at: number, accountId = 'acct'): SentTransfer => ({
  ...{ id: `tr-${orderId}`, orderId, cents, at: day(at), accountId, isClosed: accountId === 'closed' },
})
const taken = (orderId: string, cents: number, at: number): Reversal => ({
  ...{ transferId: `tr-${orderId}`, cents, at: day(at) },
})
const paid = (cents: number, at: number): MadePayout => ({
  ...{ accountId: 'acct', state: 'PAID', cents, requestedAt: day(at), settledAt: day(at + 2), arrivesAt: day(at + 2) },
})
const moving = (cents: number, at: number): MadePayout => ({
  ...{ accountId: 'acct', state: 'IN_TRANSIT', cents, requestedAt: day(at), settledAt: null, arrivesAt: day(at + 2) },
})
const nothing = {
  ...{ waitingCents: 0, closedCents: 0, movingCents: 0, expectedAt: null },
  ...{ paidCents: 0, arrivedAt: null, takenCents: 0 },
}

function trace(
  transfers: readonly SentTransfer[],
  payouts: readonly MadePayout[],
  reversals: readonly Reversal[] = [],
): Record<string, unknown> {
  return Object.fromEntries(traceTransfers({ transfers, payouts, reversals }))
}

describe('what was sent on to a seller’s account', () => {
  it('is paid out in the order in which it came', () => {
    expect(trace([sent('a', 100, 1), sent('b', 50, 2), sent('c', 70, 6)], [paid(100, 3), moving(60, 7)])).toEqual({
      a: { ...nothing, paidCents: 100, arrivedAt: day(5) },
      b: { ...nothing, movingCents: 50, expectedAt: day(9) },
      c: { ...nothing, movingCents: 10, waitingCents: 60, expectedAt: day(9) },
    })
  })

  it('is paid out of the account that it is on: of one that was closed nothing is, though it came first', () => {
    expect(trace([sent('a', 100, 1, 'closed'), sent('b', 50, 2)], [paid(50, 3)])).toEqual({
      a: { ...nothing, waitingCents: 100, closedCents: 100 },
      b: { ...nothing, paidCents: 50, arrivedAt: day(5) },
    })
  })

  it('has arrived in no payout of before it came', () => {
    expect(trace([sent('a', 100, 1), sent('b', 60, 9)], [paid(100, 2)], [taken('a', 40, 10)])).toEqual({
      a: { ...nothing, paidCents: 100, arrivedAt: day(4) },
      b: { ...nothing, waitingCents: 20, takenCents: 40 },
    })
  })

  it('is taken back of its own order while it is there, and the others are paid out', () => {
    expect(trace([sent('a', 100, 1), sent('b', 60, 2)], [paid(100, 4)], [taken('b', 60, 3)])).toEqual({
      a: { ...nothing, paidCents: 100, arrivedAt: day(6) },
      b: nothing,
    })
  })

  it('is taken for an order whose money was paid out: what came last, first', () => {
    const transfers = [sent('a', 100, 1), sent('b', 60, 5), sent('c', 50, 6)]
    expect(trace(transfers, [paid(100, 2), moving(30, 9)], [taken('a', 80, 7)])).toEqual({
      a: { ...nothing, paidCents: 100, arrivedAt: day(4) },
      b: { ...nothing, movingCents: 30, expectedAt: day(11), takenCents: 30 },
      c: { ...nothing, takenCents: 50 },
    })
  })

  it('may be sent in several parts', () => {
    const again = { ...sent('a', 20, 4), id: 'tr-again' }
    expect(trace([sent('a', 100, 1), again], [paid(100, 2)])).toEqual({
      a: { ...nothing, paidCents: 100, arrivedAt: day(4), waitingCents: 20 },
    })
  })
})
