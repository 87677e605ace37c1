import { type Amounts, type MarketAccountKind, sumOf } from './amounts.ts'

/** Where the money of a charge is: at the provider, or past it. */
export type Asset = Extract<MarketAccountKind, 'PROVIDER_BALANCE' | 'OUTSIDE'>
/** Whose the money of a charge is. What goes is taken in this order. */
const liabilities = ['BUYER_REFUNDS', 'UNASSIGNED', 'HELD'] as const
type Liability = (typeof liabilities)[number]

/** A buyer's charge was received. */
export function charged(cents: number, asset: Asset): Amounts {
  return { [asset]: cents, UNASSIGNED: -cents }
}

/** The provider took a fee for its work; negative when it gave it back. */
export function feeTaken(cents: number): Amounts {
  return { PROVIDER_FEES: cents, PROVIDER_BALANCE: -cents }
}

/** A charge paid its order, for which it is held from now on. */
export function orderPaid(position: Amounts): Amounts {
  return moved(position, ['UNASSIGNED'], 'HELD')
}

/** The order of a charge ended, or there is none that it can pay: all that is left of it is its buyer's. */
export function refundOwed(position: Amounts): Amounts {
  return moved(position, ['UNASSIGNED', 'HELD'], 'BUYER_REFUNDS')
}

/** The provider has a refund. What goes beyond the charge is lost. */
export function refundSent(position: Amounts, cents: number, asset: Asset): Amounts {
  return sumOf({ [asset]: -cents }, taken(position, cents))
}

/** A refund came back after it had gone. What had been lost by it comes back first. */
export function refundFailed(position: Amounts, cents: number, to: { asset: Asset; liability: Liability }): Amounts {
  const regained = Math.min(cents, Math.max(0, position.LOSSES ?? 0))
  return sumOf({ [to.asset]: cents, LOSSES: -regained }, { [to.liability]: regained - cents })
}

/** An admin paid a refund another way than by the provider. */
export function refundSettledOutside(position: Amounts, cents: number): Amounts {
  return sumOf({ OUTSIDE: -cents }, taken(position, cents))
}

/** What a bank has of a charge: withdrawn while it is undecided, or for good. */
export interface Claim {
  withdrawnCents: number
  lostCents: number
}

/** A bank's claim changed: it was opened, its amount was corrected, or it was decided. */
export function claimChanged(position: Amounts, change: { before: Claim; after: Claim; asset: Asset }): Amounts {
  const { before, after, asset } = change
  const withdrawn = after.withdrawnCents - before.withdrawnCents
  const lost = after.lostCents - before.lostCents
  return sumOf({ DISPUTED: withdrawn }, { [asset]: -withdrawn - lost }, taken(position, lost))
}

/** Takes cents from whoever's they are; the rest is a loss. */
function taken(position: Amounts, cents: number): Amounts {
  const parts: Amounts[] = []
  let left = cents
  for (const kind of liabilities) {
    const part = Math.min(left, Math.max(0, -(position[kind] ?? 0)))
    parts.push({ [kind]: part })
    left -= part
  }
  return sumOf(...parts, { LOSSES: left })
}

function moved(position: Amounts, from: readonly Liability[], to: Liability): Amounts {
  return sumOf(...from.map(kind => ({ [kind]: -(position[kind] ?? 0) })), {
    [to]: from.reduce((sum, kind) => sum + (position[kind] ?? 0), 0),
  })
}
