import { formatCents } from '@second-ring/contracts/money'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Picture } from '#ui/picture.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'

interface OrderHeaderProps {
  order: OrderDetails
  /** What the page is about, before the phone's name. */
  title: string
  /** Stands beside the badges. */
  beside?: ReactNode
  children: ReactNode
}

/** The top of a page about an order: the phone, its price and where the order stands. */
export function OrderHeader({ order, title, beside, children }: OrderHeaderProps) {
  return (
    <header className="flex items-start gap-4">
      <Picture
        image={order.image}
        alt=""
        sizes="(min-width: 40rem) 6rem, 4rem"
        eager
        className="size-16 shrink-0 rounded-2xl sm:size-24"
      />
      <div className="min-w-0 flex-1">
        <PageTitle size="item" className="wrap-anywhere">
          {`${title}: ${order.productName}`}
        </PageTitle>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-xl font-extrabold tabular-nums">{formatCents(order.priceCents)}</span>
          <OrderStateBadge state={order.state} refund={order.refund} />
          {order.disputed && <Badge tone="bad">Disputed</Badge>}
          {beside}
        </p>
        {children}
      </div>
    </header>
  )
}
