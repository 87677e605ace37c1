import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { byCursor, prefetchPage } from './pages.ts'

it('fetches the first page of a list ahead, and leaves one that is cached to its screen', async () => {
  const queryClient = new QueryClient()
  const queryFn = vi.fn(async () => ({ items: [], nextCursor: null }))
  const list = { queryKey: ['phones'], queryFn, initialPageParam: null }
  prefetchPage(queryClient, list)
  await vi.waitFor(() => expect(queryClient.getQueryData(list.queryKey)).toBeDefined())
  prefetchPage(queryClient, { ...list })
  expect(queryFn).toHaveBeenCalledOnce()
})

it('the last page of a list has no next one', () => {
  expect(byCursor.getNextPageParam({ nextCursor: 'abc' })).toBe('abc')
  expect(byCursor.getNextPageParam({ nextCursor: null })).toBeUndefined()
})
