import { formatCents } from '@second-ring/contracts/money'
import type { Transaction } from '@second-ring/database'
import { PAYOUT_MINIMUM_CENTS } from '#payments/payout-limits.ts'
import { readOpenBusiness } from '#user-removal/open-business.ts'
import { ordersOfUser } from '#user-removal/user-orders.ts'

/** Returns what a user has open on the market, a phrase each. */
export async function describeBusiness(tx: Transaction, userId: string): Promise<string[]> {
  const forSale = await tx.listing.count({
    where: { sellerId: userId, OR: [{ state: { in: ['AVAILABLE', 'RESERVED'] } }, { hiddenAt: { not: null } }] },
  })
  const booked = await tx.order.count({ where: { ...ordersOfUser(userId), state: 'PLACED' } })
  const { paid, handedOver, claimed, disputed, refunded, owedCents, money } = await readOpenBusiness(tx, userId)
  const { balanceCents } = money
  return [
    forSale > 0 && `phones for sale: ${forSale}`,
    booked > 0 && `unpaid bookings: ${booked}`,
    paid > 0 && `orders that are paid and not handed over: ${paid}`,
    handedOver > 0 && `orders that were handed over and whose money is not released: ${handedOver}`,
    claimed > 0 && `problems with a phone that are not settled: ${claimed}`,
    disputed > 0 && `payments that a bank disputes: ${disputed}`,
    refunded > 0 && `payments of which money is on its way back: ${refunded}`,
    owedCents > 0 && `${formatCents(owedCents)} that could not be given back to them`,
    balanceCents >= PAYOUT_MINIMUM_CENTS && `${formatCents(balanceCents)} that has not arrived at their bank`,
    balanceCents < 0 && `${formatCents(-balanceCents)} that they owe the market`,
  ].filter(phrase => phrase !== false)
}
