import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import type { Database, Transaction } from '@second-ring/database'
import { PAYOUT_MINIMUM_CENTS } from '#payments/payout-limits.ts'
import { type OpenBusiness, readOpenBusiness, type UserMoney } from './open-business.ts'

interface Leaving {
  userId: string
  /** Whom they write to; null where nobody says who runs the market. */
  operatorEmail: string | null
}

/**
 * What keeps a user from leaving: money that is still to be handed over for, given back or decided about, or that the market has
 * of theirs. What is less than a payout holds nobody.
 * @returns sentences that go on after a colon; null when nothing does
 */
export async function moneyInFlight(
  on: Database | Transaction,
  { userId, operatorEmail }: Leaving,
): Promise<string | null> {
  const business = await readOpenBusiness(on, userId)
  const open = describeOpen(business)
  const whom = operatorEmail ?? 'whoever runs this market'
  const waiting = describeMoney(business.money, whom)
  const owed =
    business.owedCents > 0 &&
    `${formatCents(business.owedCents)} could not be given back to your card. Write to ${whom} to have it`
  const sentences = [open.length > 0 && open.join(', and '), owed, waiting].filter(text => typeof text === 'string')
  const [first, ...rest] = sentences.map(sentence => `${sentence}.`)
  return first ? [first, ...rest.map(capitalized)].join(' ') : null
}

/**
 * Why a user cannot ask for the deletion of their account yet, as {@link moneyInFlight} has it.
 * @returns null when they can
 */
export async function obstacleToDeletion(on: Database | Transaction, leaving: Leaving): Promise<string | null> {
  const why = await moneyInFlight(on, leaving)
  return why && `Your account cannot be deleted yet: ${why} Try again when that is settled.`
}

function describeOpen({ paid, handedOver, protectedUntil, claimed, disputed, refunded }: OpenBusiness): string[] {
  const until =
    protectedUntil === null
      ? 'the money of a phone that was handed over is not its seller’s yet'
      : `a phone was handed over, and its buyer can report a problem until ${inUtc(protectedUntil)}`
  return [
    paid === 1 && 'an order is paid and not handed over',
    paid > 1 && `${paid} orders are paid and not handed over`,
    handedOver > 0 && until,
    claimed > 0 && 'a problem with a phone is not settled',
    disputed > 0 && 'the bank has not decided about a payment',
    refunded > 0 && 'money is on its way back',
  ].filter(text => text !== false)
}

/** What the market has of a seller's, and the way to it. */
function describeMoney({ balanceCents, isPayable, isFrozen }: UserMoney, whom: string): string | null {
  if (balanceCents < 0) {
    return `you owe the market ${formatCents(-balanceCents)}. Your next sales pay it, or write to ${whom} to settle it`
  }
  if (balanceCents < PAYOUT_MINIMUM_CENTS) return null
  const yours = `${formatCents(balanceCents)} of yours has not arrived at your bank`
  if (isFrozen) return `${yours}. What is sent to you was stopped: write to ${whom}`
  if (isPayable) return `${yours}. It is sent by itself`
  return `${yours}. Set up payouts on the page of your earnings, /dashboard/earnings, and it is sent; where that does not help, write to ${whom}`
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}
