import 'fake-indexeddb/auto'
import type { Account } from '@second-ring/contracts/accounts/account'
import { onlineManager, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { clear, createStore, keys } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '#api-client/query-client.ts'
import { listingPage } from '#testing/listing-page.ts'
import { orderDetails } from '#testing/order-details.ts'
import { createOfflineReads } from './offline-reads.ts'
import { deleteAllBut, STORED_MAX, STORED_MS, storeRead, VISITOR } from './offline-store.ts'

const id = (last: string) => `0190a000-0000-7000-8000-${last.padStart(12, '0')}`
const account = (last: string, role: Account['role'] = 'BUYER'): Account => ({
  ...{ id: id(last), email: `${last}@x.test`, name: 'Ben', role, verified: false, emailVerified: true },
})
const signedIn = (last: string, role?: Account['role']) =>
  ({ status: 'signed-in', account: account(last, role) }) as const
const signedOut = { status: 'signed-out' } as const

const listingKey = [['listings', 'get'], { input: { listingId: listingPage.id }, type: 'query' }]
const order = orderDetails({ handoverCode: '123456', state: 'PAID' })
const orderKey = [['orders', 'details'], { input: { orderId: order.id }, type: 'query' }]

const database = createStore('offline', 'reads')
/** What is stored, as its owner and the procedure. */
async function stored(): Promise<string[]> {
  const found = await keys<[string, string]>(database)
  return found.map(([owner, name]) => `${owner} ${name.replace(/^\[\["(\w+)","(\w+)".*/, '$1.$2')}`).sort()
}

let open: (() => void)[] = []
/** Shows on a screen what is read by a key. */
function show(
  queryClient: QueryClient,
  queryKey: unknown[],
  queryFn: () => unknown = () => new Promise(() => undefined),
) {
  open.push(new QueryObserver(queryClient, { queryKey, queryFn, retry: false }).subscribe(() => undefined))
}
/** The next visit of this browser. */
function visit() {
  const queryClient = createQueryClient()
  return { queryClient, reads: createOfflineReads(queryClient) }
}

beforeEach(async () => clear(database))
afterEach(() => {
  for (const close of open) close()
  open = []
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

describe('what is read', () => {
  it('is stored under the id of whom it is read for, once it is on the screen', async () => {
    const { queryClient, reads } = visit()
    await reads.follow(signedIn('a'))
    queryClient.setQueryData(listingKey, listingPage)
    expect(await stored()).toEqual([`${id('a')} account`])
    show(queryClient, listingKey)
    show(queryClient, orderKey, () => order)
    show(queryClient, [['accounts', 'sessions']], () => ['a session'])
    await vi.waitFor(async () =>
      expect(await stored()).toEqual([`${id('a')} account`, `${id('a')} listings.get`, `${id('a')} orders.details`]),
    )
  })

  it('that was on the screen before is stored too', async () => {
    const { queryClient, reads } = visit()
    queryClient.setQueryData(listingKey, listingPage)
    show(queryClient, listingKey)
    await reads.follow(signedOut)
    await vi.waitFor(async () => expect(await stored()).toEqual([`${VISITOR} listings.get`]))
  })

  it('is not stored for an admin, who reads what is about others', async () => {
    const { queryClient, reads } = visit()
    await reads.follow(signedIn('a', 'ADMIN'))
    show(queryClient, orderKey, () => order)
    await vi.waitFor(() => expect(queryClient.getQueryData(orderKey)).toEqual(order))
    expect(await stored()).toEqual([`${id('a')} account`])
  })

  it('is deleted at the end of the session, and what is still on the screen is not stored as a visitor’s', async () => {
    const { queryClient, reads } = visit()
    await reads.follow(signedIn('a'))
    show(queryClient, orderKey, () => order)
    await vi.waitFor(async () => expect(await stored()).toHaveLength(2))
    await reads.follow(signedOut)
    queryClient.setQueryData(orderKey, { ...order, state: 'HANDED_OVER' })
    expect(await stored()).toEqual([])
  })

  it('is deleted when another signs in, and at a next visit of nobody', async () => {
    for (const next of [signedIn('b'), signedOut]) {
      await storeRead(id('a'), 'x', { queryKey: orderKey, data: order, readAt: Date.now() })
      await visit().reads.follow(next)
      expect((await stored()).join()).not.toContain(id('a'))
    }
  })

  it('is deleted after a week, and when it is one too many', async () => {
    const now = Date.now()
    for (let index = 0; index <= STORED_MAX; index += 1)
      await storeRead('a', `${index}`.padStart(3, '0'), { queryKey: listingKey, data: 1, readAt: now - index })
    await storeRead('a', 'old', { queryKey: listingKey, data: 1, readAt: now - STORED_MS })
    await deleteAllBut('a', now)
    expect(await stored()).toHaveLength(STORED_MAX)
    expect(await stored()).not.toContain(`a ${STORED_MAX}`)
    expect(await stored()).not.toContain('a old')
  })
})

describe('without a connection', () => {
  async function store(owner: string, queryKey: unknown[], data: unknown, readAt = Date.now() - 1000) {
    await storeRead(owner, JSON.stringify(queryKey), { queryKey, data, readAt })
    return readAt
  }

  it('there is again what was read, with the time', async () => {
    const readAt = await store(id('a'), orderKey, order)
    const { queryClient, reads } = visit()
    await reads.follow(signedIn('a'))
    expect(queryClient.getQueryData(orderKey)).toBeUndefined()
    onlineManager.setOnline(false)
    await vi.waitFor(() => expect(queryClient.getQueryData(orderKey)).toEqual(order))
    expect(queryClient.getQueryState(orderKey)?.dataUpdatedAt).toBe(readAt)
  })

  it('nothing older takes the place of what is there', async () => {
    await store(VISITOR, listingKey, { ...listingPage, resalePriceCents: 100 })
    const { queryClient, reads } = visit()
    queryClient.setQueryData(listingKey, listingPage)
    await reads.restore(VISITOR)
    expect(queryClient.getQueryData(listingKey)).toEqual(listingPage)
  })

  it('nothing is shown that another release has stored in another shape', async () => {
    await store(VISITOR, listingKey, { name: 'Pixel' })
    const { queryClient, reads } = visit()
    await reads.restore(VISITOR)
    expect(queryClient.getQueryData(listingKey)).toBeUndefined()
  })

  it('what the cache has dropped meanwhile comes back', async () => {
    await store(VISITOR, listingKey, listingPage)
    const { queryClient, reads } = visit()
    await reads.follow(signedOut)
    onlineManager.setOnline(false)
    await vi.waitFor(() => expect(queryClient.getQueryData(listingKey)).toBeDefined())
    queryClient.removeQueries({ queryKey: listingKey })
    await vi.waitFor(() => expect(queryClient.getQueryData(listingKey)).toBeDefined())
  })

  it('an account is there as the server said last, with what was read for it alone', async () => {
    await visit().reads.follow(signedIn('a'))
    await store(id('a'), orderKey, order)
    await store(VISITOR, listingKey, listingPage)
    const { queryClient, reads } = visit()
    onlineManager.setOnline(false)
    expect(await reads.account(id('b'))).toBeNull()
    expect(await reads.account(id('a'))).toEqual(account('a'))
    expect(queryClient.getQueryData(orderKey)).toEqual(order)
    expect(queryClient.getQueryData(listingKey)).toBeUndefined()
  })

  it('a session that ends while its reads come leaves none of them', async () => {
    await visit().reads.follow(signedIn('a'))
    await store(id('a'), orderKey, order)
    const { queryClient, reads } = visit()
    const restoring = reads.account(id('a'))
    await reads.follow(signedOut)
    await restoring
    expect(queryClient.getQueryData(orderKey)).toBeUndefined()
    const late = visit()
    await store(id('a'), orderKey, order)
    await late.reads.restore(id('a'))
    await late.reads.follow(signedOut)
    expect(late.queryClient.getQueryData(orderKey)).toBeUndefined()
  })

  it('an account that the server has not confirmed becomes no younger', async () => {
    const readAt = Date.now() - STORED_MS + 5000
    await storeRead(id('a'), 'account', { queryKey: ['account'], data: account('a'), readAt })
    const { reads } = visit()
    await reads.follow({ ...signedIn('a'), unconfirmed: true })
    vi.setSystemTime(readAt + STORED_MS)
    expect(await reads.account(id('a'))).toBeNull()
  })
})
