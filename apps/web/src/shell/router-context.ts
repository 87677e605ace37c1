import type { Queries } from '#api-client/trpc.ts'
import type { Session } from '#session/session.ts'

/** What guards and loaders work on. */
export interface RouterContext {
  session: Session
  queries: Queries
}
