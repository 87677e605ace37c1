import { OrderState as States } from '@second-ring/contracts/orders/order'
import type { OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { keepPreviousData } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { trpc } from '../app/trpc.ts'
import { classNames } from '../ui/class-names.ts'
import { LoadMore } from '../ui/load-more.tsx'
import { byCursor } from '../ui/pages.ts'
import { RowsSkeleton } from '../ui/rows-skeleton.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { EmptyState, ErrorState } from '../ui/state-panel.tsx'
import { allOrdersQuery, type OrderChoice, readOrderSearch } from './order-search.ts'
import { orderStates } from './order-state-badge.tsx'
import { OverseenOrders } from './overseen-orders.tsx'

interface AllOrdersProps {
  state: OrderChoice | undefined
  onState: (state: OrderChoice | undefined) => void
  onRefund: (order: OverseenOrder) => void
}

const SET_ASIDE = 'Paid, account set aside'

/** Everyone's orders, for an admin; `state` narrows them. */
export function AllOrders({ state, onState, onRefund }: AllOrdersProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="max-w-xs">
        <SelectField
          label="State"
          placeholder="All states"
          options={[
            ...States.options.map(value => ({ value, label: orderStates[value].label })),
            { value: 'SET_ASIDE', label: SET_ASIDE },
          ]}
          value={state ?? ''}
          onChange={event => onState(readOrderSearch({ state: event.target.value }).state)}
        />
      </div>
      <Found state={state} onRefund={onRefund} />
    </div>
  )
}

function Found({ state, onRefund }: Omit<AllOrdersProps, 'onState'>) {
  const query = trpc.orders.all.useInfiniteQuery(allOrdersQuery(state), {
    ...byCursor,
    // What was found before stays while the other state is looked up.
    placeholderData: keepPreviousData,
  })
  const orders = query.data?.pages.flatMap(page => page.items)

  if (!orders && query.isError) {
    return (
      <ErrorState
        title="The orders did not load"
        text={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!orders) return <RowsSkeleton label="Loading the orders" />
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      <p role="status" className="sr-only">
        {orders.length === 0
          ? 'No orders found'
          : `Showing ${orders.length}${query.hasNextPage ? ', and there are more' : ''}`}
      </p>
      {orders.length > 0 && (
        <>
          <OverseenOrders orders={orders} onRefund={onRefund} />
          <LoadMore query={query} byScrolling />
        </>
      )}
      {orders.length === 0 && (
        <EmptyState
          icon={<PackageSearch />}
          title={emptyTitle(state)}
          text={state ? 'Choose another state, or all of them.' : 'What buyers book appears here.'}
        />
      )}
    </div>
  )
}

function emptyTitle(state: OrderChoice | undefined): string {
  if (state === undefined) return 'No orders yet'
  if (state === 'SET_ASIDE') return 'No paid order is of an account that was set aside'
  return `No order is ${orderStates[state].label.toLowerCase()}`
}
