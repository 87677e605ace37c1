import { formatCents } from '@second-ring/contracts/money'
import type { Order } from '@second-ring/contracts/orders/order'
import { Link } from '@tanstack/react-router'
import { DealLines } from '#listings/deal-lines.tsx'
import { isCodeShown } from '#listings/deal-words.ts'
import { dealWords } from '#listings/held-words.ts'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { Picture } from '#ui/picture.tsx'
import { type Column, ResponsiveTable, rowHeading } from '#ui/responsive-table.tsx'
import { shownName } from '#ui/shown-name.ts'
import { shownPlace } from '#ui/shown-place.ts'
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

/** A buyer's orders. */
export function MyOrders({ orders, ...actions }: OrderListProps) {
  const columns: Column<Order>[] = [
    {
      head: 'Product',
      card: 'title',
      className: 'max-lg:basis-full lg:w-2/5',
      cell: order => <Product order={order} onHoldOver={actions.onHoldOver} />,
    },
    {
      head: 'Meeting location',
      card: 'line',
      className: 'wrap-anywhere text-muted',
      cell: ({ meetingPlace }) => shownPlace(meetingPlace),
    },
    {
      head: 'Price',
      card: 'foot',
      className: 'whitespace-nowrap tabular-nums lg:w-32 lg:text-right xl:w-36',
      cell: ({ priceCents }) => (
        <span className="text-xl font-bold lg:text-base xl:text-lg">{formatCents(priceCents)}</span>
      ),
    },
    {
      head: 'Payment',
      card: 'foot',
      className: 'lg:w-48 lg:text-right',
      cell: order => (
        <div className="flex flex-col items-end gap-1.5">
          <OrderStatusLine order={order} />
          <Actions order={order} {...actions} />
        </div>
      ),
    },
  ]
  return <ResponsiveTable rows={orders} keyOf={({ id }) => id} columns={columns} />
}

function Product({ order, onHoldOver }: { order: Order } & Pick<OrderActions, 'onHoldOver'>) {
  return (
    <div className="flex items-start gap-4 lg:items-center">
      <Picture
        image={order.image}
        alt=""
        sizes="(min-width: 64rem) 4rem, 5rem"
        className="size-20 shrink-0 rounded-xl lg:size-16"
      />
      <div className="min-w-0">
        <h2 tabIndex={-1} className={rowHeading}>
          <Link to="/dashboard/orders/$orderId" params={{ orderId: order.id }} className="hover:underline">
            {order.productName}
          </Link>
        </h2>
        <OrderTime order={order} onHoldOver={onHoldOver} />
      </div>
    </div>
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
      <DealLines deal={order} side="buyer" />
      {dealWords(order, 'buyer').some(({ look }) => look === 'yours') && (
        <Link
          to="/dashboard/orders/$orderId"
          params={{ orderId: order.id }}
          className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6"
        >
          See the order<span className="sr-only"> of {order.productName}</span>
        </Link>
      )}
    </div>
  )
}

const outcomes: Partial<Record<Order['state'], string>> = {
  PARTLY_REFUNDED: 'Handed over, and a part of the money goes back.',
  RELEASED: 'Handed over, and the money was released to the seller.',
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
  if (!isCodeShown(order) || order.handoverCode === null) return null
  return (
    <Button variant="secondary" size="small" onClick={() => onShowCode(order)}>
      {order.codeUsedUp ? 'New handover code' : 'Handover code'}
      {of}
    </Button>
  )
}
