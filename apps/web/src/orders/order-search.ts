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

/** A state, or what is paid while the account of one side was set aside. */
export type OrderChoice = OrderState | 'SET_ASIDE'

/** What the admin's list of orders keeps in its address. */
interface OrderSearch {
  /** Undefined for orders of every state. */
  state?: OrderChoice | undefined
}

/** Reads the address; what is no state is every state. */
export function readOrderSearch({ state }: Record<string, unknown>): OrderSearch {
  return { state: typeof state === 'string' && isState(state) ? state : undefined }
}

function isState(text: string): text is OrderChoice {
  return text === 'SET_ASIDE' || Object.hasOwn(known, text)
}

/** The question behind the list, so that the route's loader and its component share one fetch. */
export function allOrdersQuery(state: OrderChoice | undefined) {
  if (state === 'SET_ASIDE') return { setAside: true }
  return state ? { state } : {}
}
