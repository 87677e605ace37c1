import type { OrderDetails, OrderEvent } from '@second-ring/contracts/orders/order-details'
import { Link } from '@tanstack/react-router'

/** After which of these nothing is to be decided of a handover. */
const settling: readonly OrderEvent['kind'][] = ['handed-over', 'handover-confirmed', 'handover-decided', 'refunded']

/** Leads an admin to the case about an order; nothing where there is none. */
export function CaseLink({ order }: { order: OrderDetails }) {
  if (order.viewer !== 'admin' || !hasCase(order)) return null
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

/** Whether the buyer has reported a problem, or its handover is or was an admin’s to decide. */
function hasCase({ claim, handoverDeniedAt, answerDueAt, stage, events }: OrderDetails): boolean {
  if (claim !== null || handoverDeniedAt !== null || stage === 'HANDOVER_UNDECIDED') return true
  const settled = events.find(({ kind }) => settling.includes(kind))
  return settled !== undefined && answerDueAt !== null && answerDueAt <= settled.at
}
