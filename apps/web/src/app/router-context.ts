import type { Session } from './session.ts'
import type { Queries } from './trpc.ts'

/** What guards and loaders work on. */
export interface RouterContext {
  session: Session
  queries: Queries
}
