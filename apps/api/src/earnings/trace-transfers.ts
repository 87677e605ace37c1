import type { PayoutState } from '@second-ring/database'

/** Money that came to a seller's account at the provider for an order. */
export interface SentTransfer {
  id: string
  orderId: string
  cents: number
  at: Date
  accountId: string
  /** Whether the provider has closed that account. */
  isClosed: boolean
}

/** What was taken back of a transfer. */
export interface Reversal {
  transferId: string
  cents: number
  at: Date
}

/** A payout of that account that has arrived, or is to. */
export interface MadePayout {
  state: Extract<PayoutState, 'REQUESTED' | 'IN_TRANSIT' | 'PAID'>
  cents: number
  requestedAt: Date
  /** When it ended; null while it is under way. */
  settledAt: Date | null
  /** When it should arrive, where the provider says so. */
  arrivesAt: Date | null
  /** What it is paid out of. */
  accountId: string
}

/** What became of the money that was sent on for an order, in cents, but for what was taken back of it. */
export interface Traced {
  /** What is still on the account. */
  waitingCents: number
  /** What of that is on an account that the provider has closed. */
  closedCents: number
  /** What is in payouts that are under way, and when they should arrive. */
  movingCents: number
  expectedAt: Date | null
  /** What has arrived at the bank, and when the last of it did. */
  paidCents: number
  arrivedAt: Date | null
  /** What was taken for another order, whose own money had been paid out before. */
  takenCents: number
}

interface Lot {
  transferId: string
  accountId: string
  isClosed: boolean
  leftCents: number
  traced: Traced
}

interface AccountEvents {
  transfers: readonly SentTransfer[]
  reversals: readonly Reversal[]
  payouts: readonly MadePayout[]
}

/**
 * Follows the money of a seller's accounts, each of which is one sum at the provider: what came first is paid out first; what is
 * taken back is the transfer's own while it is there, and otherwise what came last.
 * @returns by order
 */
export function traceTransfers({ transfers, reversals, payouts }: AccountEvents): Map<string, Traced> {
  const lots: Lot[] = []
  const byOrder = new Map<string, Traced>()

  function send({ id, orderId, cents, accountId, isClosed }: SentTransfer): void {
    const traced = byOrder.get(orderId) ?? {
      ...{
        waitingCents: 0,
        closedCents: 0,
        movingCents: 0,
        expectedAt: null,
        paidCents: 0,
        arrivedAt: null,
        takenCents: 0,
      },
    }
    byOrder.set(orderId, traced)
    traced.waitingCents += cents
    if (isClosed) traced.closedCents += cents
    lots.push({ transferId: id, accountId, isClosed, leftCents: cents, traced })
  }

  /** Takes so much of a lot as is there. @returns how much that is */
  function draw(lot: Lot, cents: number): number {
    const drawn = Math.min(lot.leftCents, cents)
    lot.leftCents -= drawn
    lot.traced.waitingCents -= drawn
    if (lot.isClosed) lot.traced.closedCents -= drawn
    return drawn
  }

  function reverse({ transferId, cents }: Reversal): void {
    let left = cents
    for (const lot of lots) if (lot.transferId === transferId) left -= draw(lot, left)
    for (const lot of lots.toReversed()) {
      const taken = draw(lot, left)
      lot.traced.takenCents += taken
      left -= taken
    }
  }

  function payOut({ state, cents, settledAt, arrivesAt, accountId }: MadePayout): void {
    let left = cents
    for (const lot of lots.filter(one => one.accountId === accountId)) {
      const { traced } = lot
      const drawn = draw(lot, left)
      if (drawn === 0) continue
      left -= drawn
      if (state === 'PAID') {
        traced.paidCents += drawn
        traced.arrivedAt = later(traced.arrivedAt, settledAt)
      } else {
        traced.movingCents += drawn
        traced.expectedAt = later(traced.expectedAt, arrivesAt)
      }
    }
  }

  const events = [
    ...transfers.map(one => ({ at: one.at, happen: () => send(one) })),
    ...reversals.map(one => ({ at: one.at, happen: () => reverse(one) })),
    ...payouts.map(one => ({ at: one.requestedAt, happen: () => payOut(one) })),
  ]
  for (const { happen } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) happen()
  return byOrder
}

function later(one: Date | null, other: Date | null): Date | null {
  return one === null || (other !== null && other > one) ? other : one
}
