import { AsyncLocalStorage } from 'node:async_hooks'

/** What a piece of work belongs to, known wherever it leads. */
export interface RequestScope {
  /** The id that the client got, or gave. */
  requestId: string
}

export const requestScope = new AsyncLocalStorage<RequestScope>()
