import { isHandedOver, type Order } from '@second-ring/contracts/orders/order'
import { Check } from 'lucide-react'
import { Badge } from '#ui/badge.tsx'
import { useChargeOf } from './charged-orders.ts'
import { orderStates, refundStatus } from './order-state-badge.tsx'
import { PayLink } from './pay-link.tsx'

/** Whether an order is there to be paid: it has a price, is not paid, and its hold has not run out. */
export function isPayable(order: Pick<Order, 'state' | 'priceCents' | 'payable'>): boolean {
  return order.payable && order.state === 'PLACED' && order.priceCents > 0
}

/** The Pay link of an order that waits for it, or the words for where the order stands. */
export function OrderStatusLine({ order }: { order: Order }) {
  const charge = useChargeOf(order.id)
  if (isPayable(order) && charge) return <Badge tone="good">Payment being recorded</Badge>
  if (isPayable(order)) {
    return (
      <PayLink orderId={order.id} className="min-w-24">
        <span className="sr-only"> for {order.productName}</span>
      </PayLink>
    )
  }
  if (order.state === 'PLACED') return <Badge>Booked</Badge>
  const { label, tone } =
    order.state === 'REFUNDED'
      ? refundStatus(order.refund)
      : orderStates[isHandedOver(order.state) ? 'PAID' : order.state]
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <Badge tone={tone}>
        {label === 'Paid' && <Check aria-hidden="true" className="size-3.5" />}
        {label}
      </Badge>
      {isHandedOver(order.state) && <Badge>{orderStates[order.state].label}</Badge>}
      {order.disputed && <Badge tone="bad">Disputed</Badge>}
    </span>
  )
}
