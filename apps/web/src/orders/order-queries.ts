import type { Procedures } from '#api-client/trpc.ts'
import { byCursor } from '#ui/pages.ts'

// What a route fetches before its screen is there is what the screen asks for: each question is written once.

export const myOrdersQuery = (trpc: Procedures) => trpc.orders.mine.infiniteQueryOptions({}, byCursor)

export const orderDetailsQuery = (trpc: Procedures, orderId: string) => trpc.orders.details.queryOptions({ orderId })

export const orderMoneyQuery = (trpc: Procedures, orderId: string) => trpc.payments.ofOrder.queryOptions({ orderId })

export const orderToPayQuery = (trpc: Procedures, orderId: string) => trpc.orders.byId.queryOptions({ orderId })
