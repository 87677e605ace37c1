import type { OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { PackageSearch } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'
import { OrderFilters } from './order-filters.tsx'
import { allOrdersQuery, type OrderSearch } from './order-search.ts'
import { orderStates } from './order-state-badge.tsx'
import { OrderStep } from './order-step.tsx'
import { OverseenOrders } from './overseen-orders.tsx'

interface AllOrdersProps {
  search: OrderSearch
  /** Given what changes. */
  onSearch: (change: OrderSearch) => void
}

/** Everyone's orders, for an admin; a text, a state and a period narrow them. */
export function AllOrders({ search, onSearch }: AllOrdersProps) {
  const [toRefund, setToRefund] = useState<OverseenOrder>()
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="grid grid-cols-1 gap-5">
      <OrderFilters search={search} onSearch={onSearch} inputRef={field} />
      <Found
        search={search}
        onClear={() => {
          onSearch(Object.fromEntries(Object.keys(search).map(name => [name, undefined])))
          field.current?.focus()
        }}
        onRefund={setToRefund}
      />
      {/* It stays when its order goes from the list. */}
      {toRefund && <OrderStep step="refund" order={toRefund} onClose={() => setToRefund(undefined)} />}
    </div>
  )
}

interface FoundProps {
  search: OrderSearch
  onClear: () => void
  onRefund: (order: OverseenOrder) => void
}

function Found({ search, onClear, onRefund }: FoundProps) {
  const query = useInfiniteQuery(
    useTRPC().orders.all.infiniteQueryOptions(allOrdersQuery(search), {
      ...byCursor,
      // What was found before stays while the next is looked up.
      placeholderData: keepPreviousData,
    }),
  )
  const isNarrowed = Object.values(search).some(Boolean)
  return (
    <QueryList
      query={query}
      what="the orders"
      noneFound="No orders found"
      empty={
        <EmptyState
          icon={<PackageSearch />}
          title={emptyTitle(search)}
          text={isNarrowed ? 'Look for something else, or for all of them.' : 'What buyers book appears here.'}
          action={
            isNarrowed && (
              <Button variant="secondary" onClick={onClear}>
                Clear the filters
              </Button>
            )
          }
        />
      }
    >
      {orders => <OverseenOrders orders={orders} onRefund={onRefund} />}
    </QueryList>
  )
}

function emptyTitle({ search, state, from, until }: OrderSearch): string {
  if (search || from || until) return search ? `No such order matches “${search}”` : 'No such order in this period'
  if (state === undefined) return 'No orders yet'
  if (state === 'SET_ASIDE') return 'No paid order is of an account that was set aside'
  if (state === 'UNDECIDED') return 'No handover waits for a decision'
  return `No order is ${orderStates[state].label.toLowerCase()}`
}
