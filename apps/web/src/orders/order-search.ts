import type { OrderState } from '@second-ring/contracts/orders/order'

// Told here by hand, so that the first load of the site need not have the schema.
const known: Record<OrderState, true> = {
  PLACED: true,
  PAID: true,
  COMPLETED: true,
  CANCELLED: true,
  EXPIRED: true,
  REFUNDED: true,
}

/** What the admin's list of orders keeps in its address. */
interface OrderSearch {
  /** Undefined for orders of every state. */
  state?: OrderState | undefined
}

/** Reads the address; what is no state is every state. */
export function readOrderSearch({ state }: Record<string, unknown>): OrderSearch {
  return { state: typeof state === 'string' && isState(state) ? state : undefined }
}

function isState(text: string): text is OrderState {
  return Object.hasOwn(known, text)
}

/** The question behind the list, so that the route's loader and its component share one fetch. */
export function allOrdersQuery(state: OrderState | undefined) {
  return state ? { state } : {}
}
