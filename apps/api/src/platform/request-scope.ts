import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from '@opentelemetry/api'

/** What a piece of work belongs to, known wherever it leads. */
export interface RequestScope {
  /** The id that the client got, or gave. */
  requestId: string
  /** The span that it is done in, when it is traced. */
  trace: Context | null
}

export const requestScope = new AsyncLocalStorage<RequestScope>()
