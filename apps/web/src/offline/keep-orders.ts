import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { Session } from '#session/session.ts'

/** One's own orders, with their handover codes. */
export interface OwnOrders {
  queryKey: readonly unknown[]
  /** Fetches the first page into the cache, where it stays. */
  fetch(): Promise<unknown>
}

interface KeepOrdersParts {
  queryClient: QueryClient
  orders: OwnOrders
  store(query: Query): void
  /** Runs a task once the browser has nothing more urgent to do. */
  whenIdle(task: () => void): void
}

/**
 * Stores one's orders though no screen has shown them, for the code is needed at a table that may have no signal. They are read
 * once the session is confirmed, and again when a change makes them out of date; while a screen shows them, it does that.
 * @returns an unsubscribe function
 */
export function keepOrders(session: Session, { queryClient, orders, store, whenIdle }: KeepOrdersParts): () => void {
  const cache = queryClient.getQueryCache()
  const { queryKey } = orders
  const find = () => cache.find({ queryKey, exact: true })
  let isWaiting = false

  function keepWhenIdle() {
    if (isWaiting || buyerOf(session) === null) return
    isWaiting = true
    whenIdle(() => {
      isWaiting = false
      void keep()
    })
  }

  async function keep() {
    const buyer = buyerOf(session)
    const cached = find()
    if (buyer === null || !onlineManager.isOnline() || cached?.isActive()) return
    if (cached?.state.data === undefined || cached.state.isInvalidated) {
      const isFetched = await orders.fetch().then(
        () => true,
        () => false,
      )
      if (!isFetched || buyerOf(session) !== buyer) return
    }
    const query = find()
    if (query) store(query)
  }

  const unsubscribes = [
    session.subscribe(keepWhenIdle),
    onlineManager.subscribe(isOnline => isOnline && keepWhenIdle()),
    cache.subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'invalidate' && event.query === find()) keepWhenIdle()
    }),
  ]
  keepWhenIdle()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** The id of who is signed in, as the server has confirmed, and may have orders of their own; null of an admin, who reads what is about others. */
function buyerOf(session: Session): string | null {
  const state = session.get()
  if (state.status !== 'signed-in' || state.unconfirmed || state.account.role === 'ADMIN') return null
  return state.account.id
}
