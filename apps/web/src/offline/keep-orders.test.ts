import type { Account } from '@second-ring/contracts/accounts/account'
import { onlineManager, type Query, type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '#api-client/query-client.ts'
import type { Session, SessionState } from '#session/session.ts'
import { keepOrders } from './keep-orders.ts'

const queryKey = [['orders', 'mine'], { input: {}, type: 'infinite' }]
const account = (id: string, role: Account['role'] = 'BUYER'): Account => ({
  ...{ id, email: `${id}@x.test`, name: 'Ben', role, verified: false, emailVerified: true },
})

let queryClient: QueryClient
let state: SessionState
let watchers: (() => void)[]
let idle: (() => void)[]
let stop: () => void
const read = vi.fn(async () => ({ pages: [{ items: [], nextCursor: null }], pageParams: [null] }) as unknown)
const salesKey = [['listings', 'mine'], { input: {}, type: 'infinite' }]
const saleKey = [['orders', 'details'], { input: { orderId: 'sale' }, type: 'query' }]
const readSale = vi.fn(() => 'sale')
const store = vi.fn((_: Query) => undefined)

function move(next: SessionState) {
  state = next
  for (const watcher of watchers) watcher()
}
/** The browser has nothing more urgent to do. */
async function comeToRest() {
  for (const task of idle.splice(0)) task()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await Promise.resolve()
}
const signIn = (id: string, role?: Account['role']) => move({ status: 'signed-in', account: account(id, role) })

beforeEach(() => {
  queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  state = { status: 'loading' }
  watchers = []
  idle = []
  vi.clearAllMocks()
  const session = {
    get: () => state,
    subscribe(watcher: () => void) {
      watchers.push(watcher)
      return () => undefined
    },
  } as Partial<Session> as Session
  const fetch = () =>
    queryClient.fetchQuery({ queryKey, queryFn: read, staleTime: 0, gcTime: Number.POSITIVE_INFINITY })
  const sale = { queryKey: saleKey, fetch: () => queryClient.fetchQuery({ queryKey: saleKey, queryFn: readSale }) }
  const bought = { queryKey, fetch }
  const sold = { queryKey: salesKey, fetch: () => fetchSales(), others: () => [sale] }
  const own = (role: Account['role']) => (role === 'SELLER' ? [bought, sold] : [bought])
  const fetchSales = () => queryClient.fetchQuery({ queryKey: salesKey, queryFn: () => 'sales' })
  stop = keepOrders(session, { queryClient, own, store, whenIdle: task => idle.push(task) })
})
afterEach(() => {
  stop()
  onlineManager.setOnline(true)
})

it('stores the orders of who signs in, once the browser is idle, though no screen shows them', async () => {
  signIn('a')
  expect(read).not.toHaveBeenCalled()
  await comeToRest()
  await vi.waitFor(() => expect(store).toHaveBeenCalledExactlyOnceWith(queryClient.getQueryCache().find({ queryKey })))
  signIn('a')
  await comeToRest()
  expect(read).toHaveBeenCalledOnce()
})

it('reads them again when a change makes them out of date, such as a payment that draws the code', async () => {
  signIn('a')
  await comeToRest()
  await queryClient.invalidateQueries({ queryKey: [['orders', 'mine']] })
  await queryClient.invalidateQueries({ queryKey: [['orders', 'mine']] })
  expect(idle).toHaveLength(1)
  await comeToRest()
  await vi.waitFor(() => expect(store).toHaveBeenCalledTimes(2))
  expect(read).toHaveBeenCalledTimes(2)
})

it('stores the sales of a seller too, with their pages, which are read again when a change makes them out of date', async () => {
  signIn('a', 'SELLER')
  await comeToRest()
  const storedKeys = () => store.mock.calls.map(([query]) => query.queryKey)
  await vi.waitFor(() => expect(storedKeys()).toEqual(expect.arrayContaining([queryKey, salesKey, saleKey])))
  await queryClient.invalidateQueries({ queryKey: saleKey })
  await comeToRest()
  await vi.waitFor(() => expect(readSale).toHaveBeenCalledTimes(2))
  expect(read).toHaveBeenCalledOnce()
})

it('reads no sales of a buyer', async () => {
  signIn('a')
  await comeToRest()
  await vi.waitFor(() => expect(store).toHaveBeenCalledOnce())
  expect(readSale).not.toHaveBeenCalled()
})

it('leaves them to a screen that shows them', async () => {
  const close = new QueryObserver(queryClient, { queryKey, queryFn: read }).subscribe(() => undefined)
  signIn('a')
  await comeToRest()
  expect(read).toHaveBeenCalledOnce()
  expect(store).not.toHaveBeenCalled()
  close()
})

it.each([
  ['a visitor', { status: 'signed-out' }],
  ['an admin', { status: 'signed-in', account: account('a', 'ADMIN') }],
  ['a session that is not confirmed', { status: 'signed-in', account: account('a'), unconfirmed: true }],
] as const)('reads none for %s', async (_who, next) => {
  move(next)
  await comeToRest()
  expect(read).not.toHaveBeenCalled()
})

it('reads them when the connection is back, after it failed or there was none', async () => {
  read.mockRejectedValueOnce(new Error('away'))
  signIn('a')
  await comeToRest()
  expect(store).not.toHaveBeenCalled()
  onlineManager.setOnline(false)
  signIn('a')
  await comeToRest()
  expect(read).toHaveBeenCalledOnce()
  onlineManager.setOnline(true)
  await comeToRest()
  await vi.waitFor(() => expect(store).toHaveBeenCalledOnce())
})

it('stores nothing that came for a session which has ended', async () => {
  const answer = Promise.withResolvers<unknown>()
  read.mockReturnValueOnce(answer.promise)
  signIn('a')
  for (const task of idle.splice(0)) task()
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  move({ status: 'signed-out' })
  signIn('b')
  answer.resolve('orders of a')
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(store).not.toHaveBeenCalled()
})
