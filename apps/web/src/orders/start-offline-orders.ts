import type { OwnListing } from '@second-ring/contracts/listings/listing'
import type { QueryClient } from '@tanstack/react-query'
import type { myListingsQuery } from '#listings/listing-queries.ts'
import type { OwnRead, OwnReads } from '#offline/keep-orders.ts'
import { startOffline } from '#offline/start-offline.ts'
import type { Session } from '#session/session.ts'
import type { myOrdersQuery, orderDetailsQuery } from './order-queries.ts'

/** So many pages of sales are there without a connection, the newest posts first. */
export const SALES_KEPT = 10

/** Fetched whenever it is asked for, and not dropped from the cache. */
const lasting = { staleTime: 0, gcTime: Number.POSITIVE_INFINITY }

interface Queries {
  orders: ReturnType<typeof myOrdersQuery>
  products: ReturnType<typeof myListingsQuery>
  order(orderId: string): ReturnType<typeof orderDetailsQuery>
}

interface Parts {
  queryClient: QueryClient
  queries: Queries
  /** Runs a task once the browser has nothing more urgent to do. */
  whenIdle(task: () => void): void
}

/** Starts what makes the site work without a connection, with one's orders and sales. */
export function startOfflineOrders(session: Session, { queryClient, queries, whenIdle }: Parts) {
  return startOffline(session, { queryClient, own: ownReads(queryClient, queries), whenIdle })
}

/** One's orders; of a seller the products, too, and the orders of those whose sale goes on. */
export function ownReads(queryClient: QueryClient, queries: Queries): OwnReads {
  const orders = { ...queries.orders, ...lasting, pages: 1 }
  const products = { ...queries.products, ...lasting, pages: 1 }
  const orderPage = (orderId: string): OwnRead => {
    const query = { ...queries.order(orderId), ...lasting }
    return { queryKey: query.queryKey, fetch: () => queryClient.fetchQuery(query) }
  }
  const bought: OwnRead = { queryKey: orders.queryKey, fetch: () => queryClient.fetchInfiniteQuery(orders) }
  const sold: OwnRead = {
    queryKey: products.queryKey,
    fetch: () => queryClient.fetchInfiniteQuery(products),
    others: () => {
      const listed = queryClient.getQueryData(products.queryKey)?.pages.flatMap(({ items }) => items) ?? []
      return listed.flatMap(goingOn).slice(0, SALES_KEPT).map(orderPage)
    },
  }
  return role => (role === 'SELLER' ? [bought, sold] : [bought])
}

/** The order of a phone that is booked, unless all of that is done. */
function goingOn({ booking }: OwnListing): string[] {
  if (!booking || booking.stage === 'RELEASED' || booking.stage === 'PARTLY_REFUNDED') return []
  return [booking.orderId]
}
