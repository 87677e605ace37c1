import { OrderState } from '@second-ring/contracts/orders/order'
import * as z from 'zod/mini'
import { readUserSearch, type UserSearch } from '#accounts/user-search.ts'
import { AuditSearch, periodQuery } from '#audit/audit-search.ts'

/** A state, what an admin has to decide on, or what is paid while the account of one side was set aside. */
const OrderChoice = z.union([OrderState, z.enum(['UNDECIDED', 'SET_ASIDE'])])
export type OrderChoice = z.infer<typeof OrderChoice>

const Filters = z.object({
  /** Undefined for orders of every state. */
  state: z.catch(z.optional(OrderChoice), undefined),
  from: AuditSearch.shape.from,
  until: AuditSearch.shape.until,
})

/** What the admin's list of orders keeps in its URL; what makes no sense there narrows nothing. */
export type OrderSearch = UserSearch & z.infer<typeof Filters>

export function readOrderSearch(search: { [Name in keyof OrderSearch]: unknown }): OrderSearch {
  return { ...readUserSearch(search), ...Filters.parse(search) }
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
