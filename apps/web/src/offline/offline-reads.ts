import type { Account } from '@second-ring/contracts/accounts/account'
import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { SessionState } from '#session/session.ts'
import { deleteAllBut, type StoredRead, storedRead, storedReads, storeRead, VISITOR } from './offline-store.ts'
import { isPublic, isStored } from './stored-queries.ts'

const ACCOUNT = 'account'

/**
 * Stores what is seen on the screen, and what it is given, under the id of whom it was read for, and puts it back into the cache while the server is
 * out of reach. What is not of whoever is signed in now is deleted: at a sign-out, at the end of a session, in any tab.
 */
export function createOfflineReads(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  let owner: string | undefined
  // An admin reads what is about others.
  let stores = false
  // Whose reads are in the cache again.
  let restored: string | undefined

  function store({ queryKey, queryHash, state: { data, dataUpdatedAt } }: Query) {
    if (owner === undefined || !stores || data === undefined || !isStored(queryKey)) return
    if (owner === VISITOR && !isPublic(queryKey)) return
    void attempt(storeRead(owner, queryHash, { queryKey, data, readAt: dataUpdatedAt }))
  }

  async function restore(from: string): Promise<void> {
    await putBack(from, await attempt(storedReads(from)))
  }

  async function putBack(from: string, reads: readonly StoredRead[] = []): Promise<void> {
    // It comes when it is wanted, for it brings the schemas.
    const { isShowable } = await import('./is-showable.ts')
    if ((owner ?? from) !== from) return
    restored = from
    for (const { queryKey, data, readAt } of reads.filter(read => isStored(read.queryKey))) {
      const isOlder = readAt > (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0)
      if (isOlder && isShowable(queryKey, data)) queryClient.setQueryData(queryKey, data, { updatedAt: readAt })
    }
  }

  /** What the cache drops after a while is still of use without a connection. */
  async function restoreOne({ queryKey, queryHash }: Query) {
    if (owner === undefined || onlineManager.isOnline() || !isStored(queryKey)) return
    const from = owner
    const read = await attempt(storedRead(from, queryHash))
    if (read) await putBack(from, [read])
  }

  cache.subscribe(event => {
    const { query, type } = event
    // What is only fetched ahead was not seen.
    const isSeen = type === 'observerAdded' || (type === 'updated' && event.action.type === 'success')
    if (isSeen && query.getObserversCount() > 0) store(query)
    else if (type === 'removed') void restoreOne(query)
  })
  onlineManager.subscribe(isOnline => {
    if (!isOnline && owner !== undefined) void restore(owner)
  })

  return {
    /** Who is signed in now. Resolves when what is not theirs is deleted. */
    async follow(state: SessionState): Promise<void> {
      const account = state.status === 'signed-in' ? state.account : undefined
      const before = owner
      owner = account?.id ?? (state.status === 'signed-out' ? VISITOR : undefined)
      stores = account?.role !== 'ADMIN'
      if (owner === undefined) return
      // A visitor reads what is everybody's.
      if (restored !== undefined && restored !== VISITOR && restored !== owner) queryClient.clear()
      const deleted = attempt(deleteAllBut(owner))
      if (account && !('unconfirmed' in state))
        void attempt(storeRead(owner, ACCOUNT, { queryKey: [ACCOUNT], data: account, readAt: Date.now() }))
      // What was on the screen of a session that has ended is nobody's.
      const isOfThem = before === undefined || before === VISITOR || before === owner
      if (isOfThem) for (const query of cache.findAll({ type: 'active' })) store(query)
      await deleted
    },
    restore,
    /** Stores what a query has read, for whom it was read, though no screen shows it. */
    store,
    /** The account of an owner as the server said last, with what they have read back in the cache; null when that is too long ago. */
    async account(id: string): Promise<Account | null> {
      const read = await attempt(storedRead(id, ACCOUNT))
      if (!read) return null
      const { isShowable } = await import('./is-showable.ts')
      if (!isShowable([ACCOUNT], read.data)) return null
      await restore(id)
      return read.data as Account
    },
  }
}

/** Storage may be blocked, or full: then nothing is there offline. */
async function attempt<Result>(storing: Promise<Result>): Promise<Result | undefined> {
  try {
    return await storing
  } catch {
    return undefined
  }
}
