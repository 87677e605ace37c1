import type { UserListing } from '@second-ring/contracts/accounts/user-details'
import { formatCents } from '@second-ring/contracts/money'
import type { OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { stateLabels } from '#listings/state-label.ts'
import { OrderStep } from '#orders/order-step.tsx'
import { OverseenOrders } from '#orders/overseen-orders.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { byCursor } from '#ui/pages.ts'
import { Picture } from '#ui/picture.tsx'
import { QueryList } from '#ui/query-list.tsx'

/** All that a user has posted, also what left the market. */
export function UserListings({ userId }: { userId: string }) {
  const query = useInfiniteQuery(useTRPC().accounts.listingsOf.infiniteQueryOptions({ userId }, byCursor))
  return (
    <QueryList
      query={query}
      what="the products"
      noneFound="Nothing found"
      empty={<EmptyState title="They have posted nothing" />}
    >
      {listings => (
        <ul className="grid grid-cols-1 gap-3">
          {listings.map(listing => (
            <li
              key={listing.id}
              className="grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-4 rounded-card border border-line bg-surface p-3 shadow-card"
            >
              <Picture image={listing.image} alt="" sizes="4rem" className="rounded-xl" />
              <div className="min-w-0">
                <h2 className="font-semibold tracking-normal wrap-anywhere">
                  <ListingName listing={listing} />
                </h2>
                <p className="text-sm text-muted">
                  Posted <Moment at={listing.postedAt} />
                </p>
                <ListingBadge listing={listing} />
              </div>
              <p className="font-bold whitespace-nowrap tabular-nums">{formatCents(listing.resalePriceCents)}</p>
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}

/** What left the market has no page any more. */
function ListingName({ listing: { id, productName, state } }: { listing: UserListing }) {
  if (state === 'REMOVED') return productName
  return (
    <Link to="/listings/$listingId" params={{ listingId: id }} className="hover:underline">
      {productName}
    </Link>
  )
}

function ListingBadge({ listing: { state, hidden } }: { listing: UserListing }) {
  if (hidden) return <Badge tone="warm">Hidden</Badge>
  if (state === 'SOLD') return <Badge>Sold</Badge>
  if (state === 'REMOVED') return <Badge>Removed</Badge>
  const { label, tone } = stateLabels[state]
  return <Badge tone={tone}>{label}</Badge>
}

/** What a user has booked, or what was booked of theirs. */
export function UserOrders({ userId, side }: { userId: string; side: 'BUYER' | 'SELLER' }) {
  const query = useInfiniteQuery(useTRPC().accounts.ordersOf.infiniteQueryOptions({ userId, side }, byCursor))
  const [toRefund, setToRefund] = useState<OverseenOrder>()
  const empty = side === 'BUYER' ? 'They have booked nothing' : 'Nobody has booked a phone of theirs'
  return (
    <>
      <QueryList query={query} what="the orders" noneFound="Nothing found" empty={<EmptyState title={empty} />}>
        {orders => <OverseenOrders orders={orders} onRefund={setToRefund} />}
      </QueryList>
      {toRefund && <OrderStep step="refund" order={toRefund} onClose={() => setToRefund(undefined)} />}
    </>
  )
}
