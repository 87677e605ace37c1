import { formatCents } from '@second-ring/contracts/money'
import type { OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { Link } from '@tanstack/react-router'
import { UserLink } from '#accounts/user-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Moment } from '#ui/moment.tsx'
import { shownName } from '#ui/shown-name.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useWideScreen } from '#ui/use-wide-screen.ts'
import { OrderStateBadge } from './order-state-badge.tsx'

interface OverseenOrdersProps {
  orders: readonly OverseenOrder[]
  onRefund: (order: OverseenOrder) => void
}

const head = 'px-3 py-3 font-semibold first:pl-5 last:pr-5'
const cell = 'px-3 py-3 first:pl-5 last:pr-5'
const name = 'rounded-sm font-semibold wrap-anywhere focus-visible:outline-2 focus-visible:outline-accent'

/** Everyone's orders as an admin oversees them: a table where there is room, cards on phones. */
export function OverseenOrders(props: OverseenOrdersProps) {
  return useWideScreen() ? <OrderTable {...props} /> : <OrderCards {...props} />
}

function OrderTable({ orders, onRefund }: OverseenOrdersProps) {
  const focusProps = useFocusAfterRemoval<HTMLTableSectionElement>()
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full table-fixed text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className={head}>
              Product
            </th>
            <th scope="col" className={`${head} w-1/6`}>
              Buyer
            </th>
            <th scope="col" className={`${head} w-1/6`}>
              Seller
            </th>
            <th scope="col" className={`${head} w-28 text-right`}>
              Price
            </th>
            <th scope="col" className={`${head} w-32`}>
              State
            </th>
            <th scope="col" className={`${head} w-30`}>
              <span className="sr-only">Refund</span>
            </th>
          </tr>
        </thead>
        <tbody {...focusProps} className="divide-y divide-line">
          {orders.map(order => (
            <tr key={order.id} className="h-18">
              <td className={cell}>
                <p tabIndex={-1} className={name}>
                  <OrderLink order={order} />
                </p>
                <Booked order={order} />
              </td>
              <td className={`${cell} wrap-anywhere`}>
                <UserLink userId={order.buyerId}>{shownName(order.buyerName)}</UserLink>
              </td>
              <td className={`${cell} wrap-anywhere`}>
                <UserLink userId={order.sellerId}>{shownName(order.sellerName)}</UserLink>
              </td>
              <td className={`${cell} text-right font-bold whitespace-nowrap tabular-nums`}>
                {formatCents(order.priceCents)}
              </td>
              <td className={cell}>
                <Standing order={order} />
              </td>
              <td className={`${cell} text-right`}>
                <RefundButton order={order} onRefund={onRefund} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OrderCards({ orders, onRefund }: OverseenOrdersProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {orders.map(order => (
        <li key={order.id} className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 tabIndex={-1} className={`${name} tracking-normal`}>
                <OrderLink order={order} />
              </h2>
              <Booked order={order} />
            </div>
            <span className="font-bold whitespace-nowrap tabular-nums">{formatCents(order.priceCents)}</span>
          </div>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
            <dt className="text-muted">Buyer</dt>
            <dd className="wrap-anywhere">
              <UserLink userId={order.buyerId}>{shownName(order.buyerName)}</UserLink>
            </dd>
            <dt className="text-muted">Seller</dt>
            <dd className="wrap-anywhere">
              <UserLink userId={order.sellerId}>{shownName(order.sellerName)}</UserLink>
            </dd>
          </dl>
          <div className="mt-auto flex min-h-11 flex-wrap items-center justify-between gap-3">
            <Standing order={order} />
            <RefundButton order={order} onRefund={onRefund} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function OrderLink({ order }: { order: OverseenOrder }) {
  return (
    <Link to="/dashboard/orders/$orderId" params={{ orderId: order.id }} className="hover:underline">
      {order.productName}
    </Link>
  )
}

function Booked({ order }: { order: OverseenOrder }) {
  return (
    <p className="text-sm text-muted">
      Booked <Moment at={order.placedAt} />
    </p>
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

/** Only what is paid and not handed over can be refunded. */
function RefundButton({ order, onRefund }: { order: OverseenOrder; onRefund: (order: OverseenOrder) => void }) {
  if (order.state !== 'PAID') return null
  return (
    <Button variant="danger" size="small" onClick={() => onRefund(order)}>
      Refund
      <span className="sr-only"> {order.productName}</span>
    </Button>
  )
}
