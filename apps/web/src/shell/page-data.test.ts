import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { takePageData } from './page-data.ts'

const PAGE = JSON.stringify([[['catalog', 'categories'], ['Phones']]])
const rendered = ['catalog', 'categories']

it('what a page came with is in the cache', () => {
  const queryClient = new QueryClient()
  takePageData(queryClient, PAGE)
  expect(queryClient.getQueryData(rendered)).toEqual(['Phones'])
})

it('a sign-out in another tab, before the page is taken over, leaves what it came with and nothing else', () => {
  const queryClient = new QueryClient()
  const pageData = takePageData(queryClient, PAGE)
  queryClient.setQueryData(['orders', 'mine'], ['mine'])
  pageData.clear()
  expect(queryClient.getQueryData(rendered)).toEqual(['Phones'])
  expect(queryClient.getQueryData(['orders', 'mine'])).toBeUndefined()
})

it('once it is shown, all goes', () => {
  const queryClient = new QueryClient()
  const pageData = takePageData(queryClient, PAGE)
  pageData.shown()
  pageData.clear()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})

it('a page that was not rendered came with nothing', () => {
  const queryClient = new QueryClient()
  takePageData(queryClient, undefined).clear()
  expect(queryClient.getQueryCache().getAll()).toEqual([])
})
