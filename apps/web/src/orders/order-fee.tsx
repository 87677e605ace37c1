import { formatCents } from '@second-ring/contracts/money'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { feeWords } from '#fees/fee-words.ts'

type Priced = Pick<OrderDetails, 'viewer' | 'priceCents' | 'feeCents' | 'feeTaxCents' | 'state' | 'disputed'>

/** What is said while a claim decides about the money. */
const unsettled = {
  CLAIMED: 'What Second Ring keeps, and what goes to the seller, depends on how the problem is settled.',
  RETURNING: 'When the phone is returned, all of the money goes back to the buyer, and there is no fee.',
}

/** What Second Ring keeps of an order's price, for its seller and an admin. */
export function OrderFee({ order }: { order: Priced }) {
  const { viewer, priceCents, feeCents, feeTaxCents, state, disputed } = order
  if (feeCents === null) return null
  const isOver = state === 'CANCELLED' || state === 'EXPIRED' || state === 'REFUNDED'
  const seller = viewer === 'seller' ? 'You get' : 'The seller gets'
  const kept = feeCents === 0 ? 'nothing' : feeWords(feeCents, feeTaxCents)
  const stands = disputed ? ' if the payment stands' : ''
  const isPart = state === 'PARTLY_REFUNDED'
  const isOpen = state === 'CLAIMED' || state === 'RETURNING'
  return (
    <p className="mt-1 text-sm text-muted tabular-nums">
      {isOpen
        ? unsettled[state]
        : isPart
          ? `Second Ring keeps ${kept} of what was not given back.`
          : isOver
            ? 'The phone was not sold, so there is no fee.'
            : // Of what was the seller's a refund or a bank may have taken some: what is left stands with their money.
              state === 'RELEASED'
              ? `Second Ring keeps ${kept}.`
              : `Second Ring keeps ${kept} once the money is released. ${seller} ${formatCents(priceCents - feeCents)}${stands}.`}
    </p>
  )
}
