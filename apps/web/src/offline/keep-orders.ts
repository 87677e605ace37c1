import type { Account } from '@second-ring/contracts/accounts/account'
import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { Session } from '#session/session.ts'

/** Something of one's own that is to be there without a connection. */
export interface OwnRead {
  queryKey: readonly unknown[]
  /** Fetches it into the cache, where it stays. */
  fetch(): Promise<unknown>
  /** What else is to be there once this is, such as the pages of listed sales. */
  others?(): readonly OwnRead[]
}

/** What is to be there for a user of a role. */
export type OwnReads = (role: Account['role']) => readonly OwnRead[]

interface KeepOrdersParts {
  queryClient: QueryClient
  own: OwnReads
  store(query: Query): void
  /** Runs a task once the browser has nothing more urgent to do. */
  whenIdle(task: () => void): void
}

/**
 * Stores one's orders and sales though no screen has shown them, for their codes are needed at a table that may have no signal. They are
 * read once the session is confirmed, and again when a change makes them out of date; while a screen shows them, it does that.
 * @returns an unsubscribe function
 */
export function keepOrders(session: Session, { queryClient, own, store, whenIdle }: KeepOrdersParts): () => void {
  const cache = queryClient.getQueryCache()
  const find = ({ queryKey }: Pick<OwnRead, 'queryKey'>) => cache.find({ queryKey, exact: true })
  let isWaiting = false
  let kept: readonly OwnRead[] = []

  function keepWhenIdle() {
    if (isWaiting || ownerOf(session) === null) return
    isWaiting = true
    whenIdle(() => {
      isWaiting = false
      void keepAll()
    })
  }

  async function keepAll() {
    const owner = ownerOf(session)
    if (owner === null || !onlineManager.isOnline()) return
    const reads = own(owner.role)
    kept = reads
    await Promise.all(reads.map(read => keep(read, owner)))
  }

  async function keep(read: OwnRead, owner: Account) {
    const cached = find(read)
    if (!cached?.isActive()) {
      if (cached?.state.data === undefined || cached.state.isInvalidated) {
        const isFetched = await read.fetch().then(
          () => true,
          () => false,
        )
        if (!isFetched || ownerOf(session)?.id !== owner.id) return
      }
      const query = find(read)
      if (query) store(query)
    }
    const others = read.others?.() ?? []
    kept = [...kept, ...others]
    await Promise.all(others.map(other => keep(other, owner)))
  }

  const unsubscribes = [
    session.subscribe(keepWhenIdle),
    onlineManager.subscribe(isOnline => isOnline && keepWhenIdle()),
    cache.subscribe(({ type, query, ...event }) => {
      const isOutOfDate = type === 'updated' && 'action' in event && event.action.type === 'invalidate'
      if (isOutOfDate && kept.some(read => find(read) === query)) keepWhenIdle()
    }),
  ]
  keepWhenIdle()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

/** Who is signed in, as the server has confirmed, and may have orders of their own; null of an admin, who reads what is about others. */
function ownerOf(session: Session): Account | null {
  const state = session.get()
  if (state.status !== 'signed-in' || state.unconfirmed || state.account.role === 'ADMIN') return null
  return state.account
}
