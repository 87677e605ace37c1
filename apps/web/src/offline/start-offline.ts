import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { claimOf } from '#session/access-token.ts'
import type { Session } from '#session/session.ts'
import { followConnection, lookForServer } from './connection.ts'
import { keepOrders, type OwnReads } from './keep-orders.ts'
import { createOfflineReads } from './offline-reads.ts'
import { VISITOR } from './offline-store.ts'
import { registerServiceWorker } from './register-service-worker.ts'

/** How long the server may take to say who is signed in, in milliseconds. */
const START_MS = 4000

interface OfflineParts {
  queryClient: QueryClient
  own: OwnReads
  /** Runs a task once the browser has nothing more urgent to do. */
  whenIdle(task: () => void): void
}

/** Starts what makes the site work without a connection: it stores what is read, and follows whether the server is in reach. */
export function startOffline(session: Session, { queryClient, own, whenIdle }: OfflineParts) {
  const reads = createOfflineReads(queryClient)
  const follow = () => void reads.follow(session.get())
  follow()
  session.subscribe(follow)
  keepOrders(session, { queryClient, own, store: reads.store, whenIdle })
  followConnection()
  onlineManager.subscribe(isOnline => {
    if (isOnline) void session.confirm()
  })
  // A read that nobody answered may be the first sign of it.
  queryClient.getQueryCache().subscribe(event => {
    const action = event.type === 'updated' && onlineManager.isOnline() ? event.action : undefined
    if ((action?.type === 'failed' || action?.type === 'error') && isUnanswered(action.error)) void lookForServer()
  })
  if (!onlineManager.isOnline()) void lookForServer()
  setTimeout(() => void session.startWithout(), START_MS)
  registerServiceWorker()
  return {
    /** Finds out whether the server is in reach; where it is not, what a visitor has read is there again. */
    async begin(token: string | null): Promise<void> {
      if (!(await lookForServer()) && token === null) await reads.restore(VISITOR)
    },
    /** The account of a token while the server is out of reach, and what it has read is there again; null otherwise. */
    async account(token: string) {
      const id = claimOf(token, 'sub')
      return typeof id === 'string' && !(await lookForServer()) ? reads.account(id) : null
    },
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof TypeError
}
