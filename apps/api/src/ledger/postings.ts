import { feeTaxOf } from '#fees/fee-tax.ts'
import { type AccountKind, type Amounts, differenceOf, sumOf } from './amounts.ts'

/** Where the money of a charge is: at the provider, or past it. */
export type Asset = Extract<AccountKind, 'PROVIDER_BALANCE' | 'OUTSIDE'>
/** Whose the money of a charge is until it is released. What goes is taken in this order. */
const liabilities = ['BUYER_REFUNDS', 'UNASSIGNED', 'HELD'] as const
type Liability = (typeof liabilities)[number]
/** Whose money is that comes back; `SHARES` are those of a released charge. */
export type Whose = Liability | 'SHARES'
/** Whose it is once it was released. */
const shares = ['SELLER_BALANCE', 'PLATFORM_FEES', 'FEE_TAX'] as const

/** A charge: how much it was, what the market keeps of it when its order is released, and where its money is. */
export interface Charge {
  amountCents: number
  feeCents: number
  /** The rate of the tax that the fee includes, in hundredths of a percent. */
  feeTaxBasisPoints: number
  /** How much of it goes back to its buyer in all, of a deal that was settled by giving back a part; 0 of any other. */
  giveBackCents: number
  asset: Asset
  position: Amounts
}

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

/** A part of what is held goes back to its buyer, and the deal is done with the rest. */
export function partOwed({ position }: Charge, cents: number): Amounts {
  const part = Math.min(cents, -(position.HELD ?? 0))
  return sumOf({ HELD: part, BUYER_REFUNDS: -part })
}

/** The deal is done: what is held is the seller's, but for the market's fee with its tax. */
export function released(charge: Charge): Amounts {
  const held = -(charge.position.HELD ?? 0)
  return sumOf({ HELD: held }, shared(charge, held))
}

/** The market's fee of so many cents of a charge, with its tax: in proportion, rounded half up. The rest is the seller's. */
export function feeOfPart({ amountCents, feeCents }: Pick<Charge, 'amountCents' | 'feeCents'>, cents: number): number {
  return Math.floor((2 * feeCents * cents + amountCents) / (2 * amountCents))
}

/**
 * How cents of a released charge are divided: the market keeps its fee of what was not given back, of which the tax is at its
 * rate; the rest is the seller's. It depends on the cents alone, so no sequence of refunds makes or loses one.
 */
function sharesOf(charge: Charge, cents: number): Amounts {
  const fee = feeOfPart(charge, cents)
  const tax = feeTaxOf(fee, charge.feeTaxBasisPoints)
  return sumOf({ SELLER_BALANCE: fee - cents, PLATFORM_FEES: tax - fee, FEE_TAX: -tax })
}

/** The provider has a refund. What goes beyond the charge is lost. */
export function refundSent(charge: Charge, cents: number): Amounts {
  return sumOf({ [charge.asset]: -cents }, taken(charge, cents))
}

/** A refund came back after it had gone. */
export function refundFailed(charge: Charge, cents: number, whose: Whose): Amounts {
  return sumOf({ [charge.asset]: cents }, givenBack(charge, cents, whose))
}

/** An admin paid a refund another way than by the provider. */
export function refundSettledOutside(charge: Charge, cents: number): Amounts {
  return sumOf({ OUTSIDE: -cents }, taken(charge, cents))
}

/** What a bank has of a charge: withdrawn while it is undecided, or for good. */
export interface Claim {
  withdrawnCents: number
  lostCents: number
}

/** A bank's claim changed: it was opened, its amount was corrected, or it was decided; what was lost may come back on appeal. */
export function claimChanged(
  charge: Charge,
  { before, after, whose }: { before: Claim; after: Claim; whose: Whose },
): Amounts {
  const withdrawn = after.withdrawnCents - before.withdrawnCents
  const lost = after.lostCents - before.lostCents
  const moves = lost < 0 ? givenBack(charge, -lost, whose) : taken(charge, lost)
  return sumOf({ DISPUTED: withdrawn }, { [charge.asset]: -withdrawn - lost }, moves)
}

/** Gives cents that come back to whom they are. What had been lost by the market comes back first. */
function givenBack(charge: Charge, cents: number, whose: Whose): Amounts {
  const regained = Math.min(cents, Math.max(0, charge.position.LOSSES ?? 0))
  const left = cents - regained
  return sumOf({ LOSSES: -regained }, whose === 'SHARES' ? regainedBy(charge, left) : { [whose]: -left })
}

/** Takes cents from whoever's they are, a seller's and the market's in proportion; the rest is a loss. */
function taken(charge: Charge, cents: number): Amounts {
  const parts: Amounts[] = []
  let left = cents
  for (const kind of liabilities) {
    const part = Math.min(left, Math.max(0, -(charge.position[kind] ?? 0)))
    parts.push({ [kind]: part })
    left -= part
  }
  const part = Math.min(left, sharedCents(charge))
  return sumOf(...parts, shared(charge, -part), { LOSSES: left - part })
}

/** Whose so many cents are that come back to a released charge: its buyer's, as far as they have less than they are to get back. */
function regainedBy(charge: Charge, cents: number): Amounts {
  const { position, amountCents, giveBackCents } = charge
  const owed = liabilities.reduce((sum, kind) => sum - (position[kind] ?? 0), 0)
  const gone = amountCents - owed - sharedCents(charge) - cents
  const short = giveBackCents - gone - owed
  const part = Math.min(cents, Math.max(0, short))
  return sumOf({ BUYER_REFUNDS: -part }, shared(charge, cents - part))
}

/** Divides so many cents more of a charge, or less. */
function shared(charge: Charge, cents: number): Amounts {
  const before = sharedCents(charge)
  return differenceOf(sharesOf(charge, before), sharesOf(charge, before + cents))
}

function sharedCents({ position }: Charge): number {
  return -shares.reduce((sum, kind) => sum + (position[kind] ?? 0), 0)
}

function moved(position: Amounts, from: readonly Liability[], to: Liability): Amounts {
  return sumOf(...from.map(kind => ({ [kind]: -(position[kind] ?? 0) })), {
    [to]: from.reduce((sum, kind) => sum + (position[kind] ?? 0), 0),
  })
}
