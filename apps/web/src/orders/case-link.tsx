import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { Link } from '@tanstack/react-router'

/** Leads an admin to the case about an order; nothing where there is none. */
export function CaseLink({ order }: { order: OrderDetails }) {
  if (!order.hasCase) return null
  return (
    <Link
      to="/dashboard/cases/$orderId"
      params={{ orderId: order.id }}
      className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6 print:hidden"
    >
      See its case
    </Link>
  )
}
