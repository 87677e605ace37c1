import type { Deal } from '@second-ring/contracts/earnings/earnings'
import { formatCents } from '@second-ring/contracts/money'
import { isPaid } from '@second-ring/contracts/orders/order'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '#api-client/trpc.ts'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { DealStatus } from './deal-status.tsx'

/** What the seller of an order gets and where that is, once it was paid. */
export function OrderEarnings({ order: { id, state } }: { order: OrderDetails }) {
  const wasPaid = isPaid(state) || state === 'REFUNDED'
  return wasPaid ? <Earnings orderId={id} /> : null
}

function Earnings({ orderId }: { orderId: string }) {
  const query = useQuery(useTRPC().earnings.deal.queryOptions({ orderId }))
  return (
    <Panel title="Your money">
      <QueryData query={query} what="your money" skeleton={<Skeleton className="h-20 w-full" />}>
        {deal => <Earned deal={deal} />}
      </QueryData>
    </Panel>
  )
}

function Earned({ deal }: { deal: Deal }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      {deal.state !== 'refunded' && (
        <p>
          You get <strong className="tabular-nums">{formatCents(deal.arrivesCents)}</strong>.
        </p>
      )}
      <div role="status">
        <DealStatus deal={deal} />
      </div>
      <Link
        to="/dashboard/earnings"
        className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6 print:hidden"
      >
        See all your earnings
      </Link>
    </div>
  )
}
