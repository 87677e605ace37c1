import { expect, it, vi } from 'vitest'
import { byCursor, prefetchPage } from './pages.ts'

it('a list that nobody has asked for is fetched ahead; one that is cached is left to its screen', () => {
  const prefetchInfinite = vi.fn(async () => undefined)
  let cached: unknown
  const list = { getInfiniteData: () => cached, prefetchInfinite }
  prefetchPage(list, { limit: 8 })
  expect(prefetchInfinite).toHaveBeenCalledExactlyOnceWith({ limit: 8 })
  cached = { pages: [] }
  prefetchPage(list, { limit: 8 })
  expect(prefetchInfinite).toHaveBeenCalledOnce()
})

it('the last page of a list has no next one', () => {
  expect(byCursor.getNextPageParam({ nextCursor: 'abc' })).toBe('abc')
  expect(byCursor.getNextPageParam({ nextCursor: null })).toBeUndefined()
})
