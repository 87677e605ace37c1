import type { Account } from '@second-ring/contracts/accounts/account'
import { PING_EVENT, STREAM_SILENCE_MS, WATCHED_MAX } from '@second-ring/contracts/live/bounds'
import type { LiveStatus } from '@second-ring/contracts/live/events'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#session/session.ts'
import { SETTLE_MS, streamOf } from './open-stream.ts'

let token: string
let queryClient: QueryClient
let account: Account | null
const session = {
  get: () => (account ? { status: 'signed-in', account } : { status: 'signed-out' }),
  accessToken: async () => token,
  renewRefused: vi.fn(async () => {
    token = 'new'
  }),
  end: vi.fn(async () => undefined),
} as Partial<Session> as Session

const events = { release: vi.fn(), keep: vi.fn<(ids: ReadonlySet<string>) => void>() }

/** Puts a listing on the screen: a query that shows it is watched until the function that this returns is called. */
function show(id: string): () => void {
  const queryKey = [['listings', 'get'], { input: { listingId: id } }]
  queryClient.setQueryData(queryKey, { ...listing, id })
  return new QueryObserver(queryClient, { queryKey }).subscribe(() => undefined)
}

/** A stream that a test writes to. */
function eventStream() {
  let write: (text: string) => void = () => undefined
  let finish: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = text => controller.enqueue(new TextEncoder().encode(text))
      finish = () => controller.close()
    },
  })
  const answer = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return { answer, send: (data: string, event = 'message') => write(`event: ${event}\ndata: ${data}\n\n`), finish }
}

const server = vi.fn<(address: string | URL, init?: RequestInit) => Promise<Response>>()
beforeEach(() => {
  token = 'old'
  account = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'BUYER', verified: false, emailVerified: true }
  queryClient = new QueryClient()
  for (const fake of Object.values(events)) fake.mockClear()
  server.mockReset()
  vi.stubGlobal('fetch', server)
})

function watch() {
  const on = { onConnected: vi.fn(), onCount: vi.fn(), onOrders: vi.fn(), onTrouble: vi.fn(), onEnd: vi.fn() }
  const onListings = vi.fn()
  const { unsubscribe } = streamOf(session, { queryClient, events, onListings })(on)
  return { ...on, onListings, unsubscribe }
}

const wish = (listingIds: string[], notices = true) =>
  new URLSearchParams({ listingIds: listingIds.join(), notices: `${notices}` }).toString()
const asked = () => server.mock.calls.map(([address]) => new URL(String(address)).search.slice(1))
const answered = (listings: LiveStatus[]) => JSON.stringify({ listings })
const listing: LiveStatus = { id: 'a', state: 'RESERVED', resalePriceCents: 100 }

describe('the tab’s stream', () => {
  it('asks with the bearer in a header, and gives the counts', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValue(answer)
    const { onConnected, onCount, unsubscribe } = watch()
    await vi.waitFor(() => expect(server).toHaveBeenCalledOnce())
    const [address, init] = server.mock.calls[0] ?? []
    expect(String(address)).toBe(`${location.origin}/live?${wish([])}`)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer old')
    send('{"unread":2}')
    await vi.waitFor(() => expect(onCount).toHaveBeenCalledExactlyOnceWith(2))
    expect(onConnected).toHaveBeenCalledOnce()
    unsubscribe()
    await vi.waitFor(() => expect(init?.signal?.aborted).toBe(true))
  })

  it('says that orders have changed', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValue(answer)
    const { onOrders, onCount, unsubscribe } = watch()
    send('{"orders":"changed"}')
    await vi.waitFor(() => expect(onOrders).toHaveBeenCalledOnce())
    expect(onCount).not.toHaveBeenCalled()
    unsubscribe()
  })

  it('connects with a new bearer when the old one is refused', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValueOnce(new Response(null, { status: 401 })).mockResolvedValueOnce(answer)
    const { onCount, onEnd, unsubscribe } = watch()
    await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    send('{"unread":0}')
    await vi.waitFor(() => expect(onCount).toHaveBeenCalledWith(0))
    expect(new Headers(server.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer new')
    expect(onEnd).not.toHaveBeenCalled()
    unsubscribe()
  })

  it('says when it is rejected', async () => {
    server.mockResolvedValue(new Response(null, { status: 503 }))
    const { onEnd } = watch()
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  })

  it('says when it is cut, and connects again by itself', async () => {
    const { answer, finish } = eventStream()
    server.mockResolvedValue(answer)
    const { onConnected, onTrouble, onEnd, unsubscribe } = watch()
    await vi.waitFor(() => expect(onConnected).toHaveBeenCalledOnce())
    onTrouble.mockClear()
    finish()
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled())
    expect(onEnd).not.toHaveBeenCalled()
    unsubscribe()
  })
})

describe('a stream on which nothing happens', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => vi.useRealTimers())

  it('stays while it says that it is there', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValue(answer)
    const { onConnected, onTrouble, unsubscribe } = watch()
    await vi.waitFor(() => expect(onConnected).toHaveBeenCalledOnce())
    for (let passed = 0; passed < STREAM_SILENCE_MS * 2; passed += STREAM_SILENCE_MS / 2) {
      await vi.advanceTimersByTimeAsync(STREAM_SILENCE_MS / 2)
      send('', PING_EVENT)
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(onTrouble).not.toHaveBeenCalled()
    unsubscribe()
  })

  it('is cut when it says nothing at all: another one is opened', async () => {
    server.mockImplementation(async () => eventStream().answer)
    const { onConnected, onTrouble, unsubscribe } = watch()
    await vi.waitFor(() => expect(onConnected).toHaveBeenCalledOnce())
    await vi.advanceTimersByTimeAsync(STREAM_SILENCE_MS)
    expect(onTrouble).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(onConnected).toHaveBeenCalledTimes(2))
    expect(server.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    unsubscribe()
    await vi.advanceTimersByTimeAsync(STREAM_SILENCE_MS)
    expect(server).toHaveBeenCalledTimes(2)
  })
})

describe('the listings on the screen', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.mockImplementation(async () => eventStream().answer)
  })
  afterEach(() => vi.useRealTimers())

  it('are watched, for visitors too, and told of', async () => {
    account = null
    const { answer, send } = eventStream()
    server.mockResolvedValueOnce(answer)
    show('a')
    const { onListings, onCount, unsubscribe } = watch()
    await vi.waitFor(() => expect(asked()).toEqual([wish(['a'], false)]))
    send(answered([listing]))
    await vi.waitFor(() => expect(onListings).toHaveBeenCalledExactlyOnceWith([listing]))
    expect(onCount).not.toHaveBeenCalled()
    unsubscribe()
  })

  it('open another stream when others have come and stay, and not when some go', async () => {
    const hide = show('a')
    const { unsubscribe } = watch()
    await vi.waitFor(() => expect(server).toHaveBeenCalledOnce())
    hide()
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    expect(server).toHaveBeenCalledOnce()
    expect(events.keep).toHaveBeenLastCalledWith(new Set(['a']))
    show('b')
    await vi.advanceTimersByTimeAsync(SETTLE_MS - 100)
    show('c')
    await vi.advanceTimersByTimeAsync(SETTLE_MS - 100)
    expect(server).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(100)
    await vi.waitFor(() => expect(asked()).toEqual([wish(['a']), wish(['b', 'c'])]))
    expect(server.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    expect(events.keep).toHaveBeenLastCalledWith(new Set(['b', 'c']))
    unsubscribe()
  })

  it('are no more than a stream may watch', async () => {
    for (let index = 0; index < WATCHED_MAX + 20; index += 1) show(`${index}`)
    const { unsubscribe } = watch()
    await vi.waitFor(() => expect(server).toHaveBeenCalledOnce())
    const listingIds = new URLSearchParams(asked()[0]).get('listingIds')
    expect(listingIds?.split(',')).toHaveLength(WATCHED_MAX)
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    expect(server).toHaveBeenCalledOnce()
    unsubscribe()
  })

  it('cost a visitor who sees none no stream', async () => {
    account = null
    const { unsubscribe } = watch()
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    expect(server).not.toHaveBeenCalled()
    show('a')
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    await vi.waitFor(() => expect(server).toHaveBeenCalledOnce())
    unsubscribe()
  })

  it('are what the queries say once the stream is rejected', async () => {
    server.mockReset().mockResolvedValue(new Response(null, { status: 503 }))
    show('a')
    const { onEnd } = watch()
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
    expect(events.keep).toHaveBeenLastCalledWith(new Set())
    show('b')
    await vi.advanceTimersByTimeAsync(SETTLE_MS)
    expect(server).toHaveBeenCalledOnce()
  })
})
