import type { Order } from '@second-ring/contracts/orders/order'
import { TimeLeft } from '#ui/time-left.tsx'

const until = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** Until when an unpaid order's phone is held, and how long that still is. */
export function HoldTime({ order, onOver }: { order: Pick<Order, 'reservedUntil'>; onOver: () => void }) {
  return (
    <>
      <p>Held for you until {until.format(new Date(order.reservedUntil))}</p>
      <p className="font-semibold text-ink">
        <TimeLeft until={order.reservedUntil} over="The hold has ended" onOver={onOver} />
      </p>
    </>
  )
}
