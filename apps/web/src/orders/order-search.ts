import type { OrderState } from '@second-ring/contracts/orders/order'
import { readUserSearch } from '#accounts/user-search.ts'
import { periodQuery, readDay } from '#audit/audit-search.ts'

// Told here by hand, so that the first load of the site need not have the schema.
const known: Record<OrderState, true> = {
  PLACED: true,
  PAID: true,
  COMPLETED: true,
  CANCELLED: true,
  EXPIRED: true,
  REFUNDED: true,
}

/** A state, what an admin has to decide on, or what is paid while the account of one side was set aside. */
export type OrderChoice = OrderState | 'UNDECIDED' | 'SET_ASIDE'

/** What the admin's list of orders keeps in its address. Days are those of the reader's own calendar, the last one included. */
export interface OrderSearch {
  /** An id, or a part of the product's name, or of a side's name or email. */
  search?: string | undefined
  /** Undefined for orders of every state. */
  state?: OrderChoice | undefined
  from?: string | undefined
  until?: string | undefined
}

/** Reads the address; what makes no sense there narrows nothing. */
export function readOrderSearch(search: Record<string, unknown>): OrderSearch {
  const { state, from, until } = search
  return {
    search: readUserSearch(search).search,
    state: typeof state === 'string' && isState(state) ? state : undefined,
    from: readDay(from),
    until: readDay(until),
  }
}

function isState(text: string): text is OrderChoice {
  return text === 'UNDECIDED' || text === 'SET_ASIDE' || Object.hasOwn(known, text)
}

/** What the list asks for. */
export function allOrdersQuery({ search, state, from, until }: OrderSearch) {
  return {
    ...(search && { search }),
    ...choiceOf(state),
    ...periodQuery({ from, until }),
  }
}

function choiceOf(state: OrderChoice | undefined) {
  if (state === 'UNDECIDED') return { undecided: true }
  if (state === 'SET_ASIDE') return { setAside: true }
  return state ? { state } : {}
}
