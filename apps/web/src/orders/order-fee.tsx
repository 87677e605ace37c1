import { formatCents } from '@second-ring/contracts/money'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { feeWords } from '#fees/fee-words.ts'

type Priced = Pick<OrderDetails, 'viewer' | 'priceCents' | 'feeCents' | 'feeTaxCents' | 'state'>

/** What Second Ring keeps of an order's price, for its seller and an admin. */
export function OrderFee({ order: { viewer, priceCents, feeCents, feeTaxCents, state } }: { order: Priced }) {
  if (feeCents === null) return null
  const isReleased = state === 'RELEASED'
  const isOver = state === 'CANCELLED' || state === 'EXPIRED' || state === 'REFUNDED'
  const seller = viewer === 'seller' ? 'You get' : 'The seller gets'
  const kept = feeCents === 0 ? 'nothing' : feeWords(feeCents, feeTaxCents)
  const when = isReleased ? '' : ' once the money is released'
  const isPart = state === 'PARTLY_REFUNDED'
  return (
    <p className="mt-1 text-sm text-muted tabular-nums">
      {isPart
        ? 'Second Ring keeps its fee of what was not given back.'
        : isOver
          ? 'The phone was not sold, so there is no fee.'
          : `Second Ring keeps ${kept}${when}. ${seller} ${formatCents(priceCents - feeCents)}.`}
    </p>
  )
}
