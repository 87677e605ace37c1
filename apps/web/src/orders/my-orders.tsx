import { formatCents } from '@second-ring/contracts/money'
import type { Order } from '@second-ring/contracts/orders/order'
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { shownName } from '#ui/shown-name.ts'
import { shownPlace } from '#ui/shown-place.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useWideScreen } from '#ui/use-wide-screen.ts'
import { HoldTime } from './hold-time.tsx'
import { OrderStatusLine } from './order-status-line.tsx'

interface OrderActions {
  onCancel: (order: Order) => void
  /** Shows the code that the seller is to be given. */
  onShowCode: (order: Order) => void
  /** The hold of one has run out: what is shown is out of date. */
  onHoldOver: () => void
}
type OrderListProps = OrderActions & { orders: readonly Order[] }

const name = 'rounded-sm font-semibold wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent'

/** A buyer's orders: a table where there is room, cards on phones. */
export function MyOrders(props: OrderListProps) {
  return useWideScreen() ? <OrderTable {...props} /> : <OrderCards {...props} />
}

function OrderTable({ orders, ...actions }: OrderListProps) {
  const focusProps = useFocusAfterRemoval<HTMLTableSectionElement>()
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full table-fixed text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className="w-2/5 px-5 py-3 font-semibold">
              Product
            </th>
            <th scope="col" className="px-3 py-3 font-semibold">
              Meeting location
            </th>
            <th scope="col" className="w-32 px-3 py-3 text-right font-semibold xl:w-36">
              Price
            </th>
            <th scope="col" className="w-48 px-5 py-3 text-right font-semibold">
              Payment
            </th>
          </tr>
        </thead>
        <tbody {...focusProps} className="divide-y divide-line">
          {orders.map(order => (
            <tr key={order.id}>
              <td className="px-5 py-3.5">
                <div className="flex items-center gap-4">
                  <Picture image={order.image} alt="" sizes="4rem" className="size-16 shrink-0 rounded-xl" />
                  <div className="min-w-0">
                    <p tabIndex={-1} className={name}>
                      <OrderLink order={order} />
                    </p>
                    <OrderTime order={order} onHoldOver={actions.onHoldOver} />
                  </div>
                </div>
              </td>
              <td className="px-3 py-3.5 wrap-anywhere text-muted">{shownPlace(order.meetingPlace)}</td>
              <td className="px-3 py-3.5 text-right font-bold whitespace-nowrap tabular-nums xl:text-lg">
                {formatCents(order.priceCents)}
              </td>
              <td className="px-5 py-3.5">
                <div className="flex flex-col items-end gap-1.5">
                  <OrderStatusLine order={order} />
                  <Actions order={order} {...actions} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OrderCards({ orders, ...actions }: OrderListProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {orders.map(order => (
        <li key={order.id} className="flex flex-col rounded-card border border-line bg-surface p-4 shadow-card">
          <div className="mb-3 flex gap-4">
            <Picture image={order.image} alt="" sizes="5rem" className="size-20 shrink-0 rounded-xl" />
            <div className="min-w-0">
              <h2 tabIndex={-1} className={`${name} line-clamp-3 tracking-normal`}>
                <OrderLink order={order} />
              </h2>
              <OrderTime order={order} onHoldOver={actions.onHoldOver} />
              <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
                <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{shownPlace(order.meetingPlace)}</span>
              </p>
            </div>
          </div>
          <div className="mt-auto grid gap-2 border-t border-line pt-3">
            <div className="flex min-h-11 items-center justify-between gap-3">
              <span className="text-xl font-extrabold tabular-nums">{formatCents(order.priceCents)}</span>
              <OrderStatusLine order={order} />
            </div>
            <div className="flex justify-end empty:hidden">
              <Actions order={order} {...actions} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A product's name, which leads to the page of its order. */
function OrderLink({ order }: { order: Order }) {
  return (
    <Link to="/dashboard/orders/$orderId" params={{ orderId: order.id }} className="hover:underline">
      {order.productName}
    </Link>
  )
}

/** When it was booked, or until when it is held, and what became of it. */
function OrderTime({ order, onHoldOver }: { order: Order } & Pick<OrderActions, 'onHoldOver'>) {
  const outcome = outcomes[order.state]
  return (
    <div className="text-sm text-muted">
      <p>from {shownName(order.sellerName)}</p>
      {order.state === 'PLACED' ? (
        <HoldTime order={order} onOver={onHoldOver} />
      ) : (
        <p>
          Booked <Moment at={order.placedAt} />
        </p>
      )}
      {outcome && <p>{outcome}</p>}
      {order.disputed && <p className="font-medium text-danger">Your bank is looking into this payment.</p>}
    </div>
  )
}

const outcomes: Partial<Record<Order['state'], string>> = {
  COMPLETED: 'You have the phone.',
  CANCELLED: 'The phone is no longer held for you.',
  EXPIRED: 'It was not paid in time.',
  REFUNDED: 'Its page says where your money is.',
}

function Actions({ order, onCancel, onShowCode }: { order: Order } & OrderActions) {
  const of = <span className="sr-only"> of {order.productName}</span>
  if (order.state === 'PLACED') {
    return (
      <Button
        variant="quiet"
        size="small"
        className="-mr-2 !text-muted hover:!text-ink"
        onClick={() => onCancel(order)}
      >
        Cancel booking
        {of}
      </Button>
    )
  }
  if (order.state !== 'PAID' || order.handoverCode === null) return null
  return (
    <Button variant="secondary" size="small" onClick={() => onShowCode(order)}>
      Handover code
      {of}
    </Button>
  )
}
