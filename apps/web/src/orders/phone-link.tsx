import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'

/** Leads to the phone of an order. One whose order has ended otherwise than by a handover may have left the shop since. */
export function PhoneLink({ order: { listingId, ending } }: { order: OrderDetails }) {
  const mayBeGone = ending !== null && ending !== 'HANDED_OVER'
  const phone = useQuery(useTRPC().listings.get.queryOptions({ listingId }, { enabled: mayBeGone }))
  if (mayBeGone && isNotThere(phone.error)) {
    return <span className="text-muted print:hidden">The phone has left the shop</span>
  }
  if (mayBeGone && phone.isPending) return null
  return (
    <Link
      to="/listings/$listingId"
      params={{ listingId }}
      className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6 print:hidden"
    >
      See the phone
    </Link>
  )
}
