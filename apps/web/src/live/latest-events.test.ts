import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shownListings } from './cached-listings.ts'
import { createLatestEvents, HOLD_MS } from './latest-events.ts'

type State = 'AVAILABLE' | 'RESERVED'
const at = (state: State, id = 'a') => ({ id, state, resalePriceCents: 100 })
const key = (path: string) => [path.split('.'), { type: 'query' }]

let time = 1
let queryClient: QueryClient
let events: ReturnType<typeof createLatestEvents>
let stop: () => void
beforeEach(() => {
  time = 1
  queryClient = new QueryClient()
  events = createLatestEvents(queryClient, () => time)
  stop = events.holdAgainstOlderAnswers()
})
afterEach(() => {
  stop()
  queryClient.clear()
})

/** Asks for a page of cards; `come` has the answer come. */
function ask(path = 'listings.byCategory') {
  const answer = Promise.withResolvers<unknown>()
  const fetched = queryClient.fetchQuery({ queryKey: key(path), queryFn: () => answer.promise })
  return {
    async come(state: State) {
      answer.resolve({ pages: [{ items: [at(state)] }] })
      await fetched
    },
  }
}
const cached = (path = 'listings.byCategory') =>
  queryClient.getQueryData<{ pages: { items: { state: State }[] }[] }>(key(path))?.pages[0]?.items[0]?.state

it('an event is written into every answer that shows the listing, whose age stays', async () => {
  await ask().come('AVAILABLE')
  await ask('search.listings').come('AVAILABLE')
  await ask('orders.mine').come('AVAILABLE')
  const asked = queryClient.getQueryState(key('search.listings'))?.dataUpdatedAt
  expect(events.take([at('RESERVED'), at('RESERVED', 'unknown')])).toEqual([at('RESERVED')])
  expect([cached(), cached('search.listings'), cached('orders.mine')]).toEqual(['RESERVED', 'RESERVED', 'AVAILABLE'])
  expect(queryClient.getQueryState(key('search.listings'))?.dataUpdatedAt).toBe(asked)
  expect(events.take([at('RESERVED')])).toEqual([])
})

it('an answer that was asked for before the event does not undo it', async () => {
  const first = ask()
  time += 10
  events.take([at('RESERVED')])
  time += 60_000
  await first.come('AVAILABLE')
  expect(cached()).toBe('RESERVED')
})

it('an answer that was asked for later counts, once every process of the server has heard of the event', async () => {
  events.take([at('AVAILABLE')])
  time += HOLD_MS - 1
  await ask().come('RESERVED')
  expect(cached()).toBe('AVAILABLE')
  time += 1
  await ask('listings.similar').come('RESERVED')
  expect(cached('listings.similar')).toBe('RESERVED')
})

it('while the stream is cut every answer that is asked for counts', async () => {
  events.take([at('AVAILABLE')])
  time += 1
  const before = ask('listings.similar')
  events.release()
  await ask().come('RESERVED')
  expect(cached()).toBe('RESERVED')
  events.take([at('AVAILABLE')])
  expect(cached()).toBe('AVAILABLE')
  await before.come('RESERVED')
  expect(cached('listings.similar')).toBe('AVAILABLE')
})

it('a listing that nobody tells of any more is as its answers say', async () => {
  const first = ask()
  events.take([at('RESERVED')])
  events.keep(new Set(['b']))
  await first.come('AVAILABLE')
  expect(cached()).toBe('AVAILABLE')
})

it('what is watched is what the queries of the screen show', async () => {
  await ask().come('AVAILABLE')
  expect(shownListings(queryClient)).toEqual([])
  const leave = new QueryObserver(queryClient, { queryKey: key('listings.byCategory') }).subscribe(() => undefined)
  expect(shownListings(queryClient)).toEqual(['a'])
  leave()
  expect(shownListings(queryClient)).toEqual([])
})
