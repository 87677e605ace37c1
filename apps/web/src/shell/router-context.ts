import type { QueryClient } from '@tanstack/react-query'
import type { Procedures } from '#api-client/trpc.ts'
import type { Session } from '#session/session.ts'

/** What guards and loaders work on. */
export interface RouterContext {
  session: Session
  queryClient: QueryClient
  trpc: Procedures
  /** Whether a page is rendered, which waits for all that its loaders fetch. */
  isRendering: boolean
}
