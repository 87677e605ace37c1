import { formatCents } from '@second-ring/contracts/money'
import type { OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { Link } from '@tanstack/react-router'
import { UserLink } from '#accounts/user-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { type Column, ResponsiveTable, rowHeading } from '#ui/responsive-table.tsx'
import { shownName } from '#ui/shown-name.ts'
import { OrderStateBadge } from './order-state-badge.tsx'

interface OverseenOrdersProps {
  orders: readonly OverseenOrder[]
  onRefund: (order: OverseenOrder) => void
}

/** Everyone's orders as an admin oversees them. */
export function OverseenOrders({ orders, onRefund }: OverseenOrdersProps) {
  const columns: Column<OverseenOrder>[] = [
    { head: 'Product', card: 'title', cell: order => <Product order={order} /> },
    {
      head: 'Buyer',
      card: 'line',
      className: 'wrap-anywhere lg:w-1/6',
      cell: ({ buyerId, buyerName }) => <UserLink userId={buyerId}>{shownName(buyerName)}</UserLink>,
    },
    {
      head: 'Seller',
      card: 'line',
      className: 'wrap-anywhere lg:w-1/6',
      cell: ({ sellerId, sellerName }) => <UserLink userId={sellerId}>{shownName(sellerName)}</UserLink>,
    },
    {
      head: 'Price',
      card: 'side',
      className: 'whitespace-nowrap tabular-nums lg:w-28 lg:text-right',
      cell: ({ priceCents }) => <strong>{formatCents(priceCents)}</strong>,
    },
    { head: 'State', card: 'foot', className: 'lg:w-32', cell: order => <Standing order={order} /> },
    {
      head: 'Refund',
      hidesHead: true,
      card: 'foot',
      className: 'lg:w-30 lg:text-right',
      cell: order => <RefundButton order={order} onRefund={onRefund} />,
    },
  ]
  return <ResponsiveTable rows={orders} keyOf={({ id }) => id} columns={columns} />
}

function Product({ order: { id, productName, placedAt } }: { order: OverseenOrder }) {
  return (
    <>
      <h2 tabIndex={-1} className={rowHeading}>
        <Link to="/dashboard/orders/$orderId" params={{ orderId: id }} className="hover:underline">
          {productName}
        </Link>
      </h2>
      <p className="text-sm text-muted">
        Booked <Moment at={placedAt} />
      </p>
    </>
  )
}

function Standing({ order }: { order: OverseenOrder }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <OrderStateBadge state={order.state} refund={order.refund} />
      {order.disputed && <Badge tone="bad">Disputed</Badge>}
      {order.undecided && <Badge tone="bad">To decide</Badge>}
      {order.setAside && <Badge tone="bad">Account set aside</Badge>}
    </span>
  )
}

/** Only what is paid and not handed over can be refunded, and not while a bank holds the money. */
function RefundButton({ order, onRefund }: { order: OverseenOrder; onRefund: (order: OverseenOrder) => void }) {
  if (order.state !== 'PAID') return null
  if (order.moneyHeld) return <span className="text-sm text-muted">No refund: the bank holds the money</span>
  return (
    <Button variant="danger" size="small" onClick={() => onRefund(order)}>
      Refund
      <span className="sr-only"> {order.productName}</span>
    </Button>
  )
}
