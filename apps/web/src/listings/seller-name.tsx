import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { shownName } from '#ui/shown-name.ts'
import { TickedName } from '#ui/ticked-name.tsx'

type Seller = Pick<ListingCard, 'sellerName' | 'sellerAccountName' | 'sellerVerified'>

/**
 * Who sells, with a tick when an admin has verified them. Where the name that they wrote is not their account's, that stands
 * beside it, and has the tick. Someone who was removed has neither name nor tick.
 */
export function SellerName({ seller: { sellerName, sellerAccountName, sellerVerified } }: { seller: Seller }) {
  const tick = sellerVerified && sellerName.trim() ? 'Verified seller' : undefined
  if (sellerAccountName === null) return <TickedName name={shownName(sellerName)} tick={tick} />
  return (
    <span className="wrap-anywhere">
      {shownName(sellerName)} <span className="text-muted">· account of</span>{' '}
      <TickedName name={sellerAccountName} tick={tick} />
    </span>
  )
}
