import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { listingPage } from '#testing/listing-page.ts'
import { InRouter } from '#testing/render-in-router.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import OfflineBanner from './offline-banner.tsx'
import OfflinePage from './offline-page.tsx'

const list = (nextCursor: string | null, items: object[] = [{}]) => ({
  pages: [{ items, nextCursor }],
  pageParams: [null],
})
const products = [['listings', 'mine'], { input: {}, type: 'infinite' }]
const mine = [['orders', 'mine'], { input: {}, type: 'infinite' }]
const phone = [['listings', 'get'], { input: { listingId: listingPage.id }, type: 'query' }]

it('says that only what is there can be read', async () => {
  const queryClient = renderWithApi(<OfflineBanner />, {})
  const banner = screen.getByText('You are offline.').closest('p')
  const says = (text: string) => waitFor(() => expect(banner).toHaveTextContent(text))
  await says('You are offline. Other pages need a connection. Nothing is sent')
  queryClient.setQueryData(phone, listingPage)
  await says('You can still read phones you looked at.')
  queryClient.setQueryData(mine, list('more'))
  await says('You can still read your latest orders with their handover codes, and phones you looked at.')
  queryClient.setQueryData(mine, list(null))
  await says('You can still read your orders with their handover codes, and phones')
  queryClient.setQueryData(products, list(null))
  await says('your orders with their handover codes, your products with their sales, and phones you looked at.')
  queryClient.setQueryData(mine, list(null, []))
  await says('You can still read your products with their sales, and phones you looked at.')
  queryClient.setQueryData(products, list(null, []))
  await says('You can still read phones you looked at.')
  queryClient.clear()
  await says('Other pages need a connection.')
})

it('the page that cannot be read leads to one’s orders where they are there', async () => {
  const queryClient = renderWithApi(
    <InRouter>
      <OfflinePage onRetry={vi.fn()} />
    </InRouter>,
    {},
  )
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'My orders and codes' })).toBeNull()
  queryClient.setQueryData(mine, list(null))
  const link = await screen.findByRole('link', { name: 'My orders and codes' })
  expect(link).toHaveAttribute('href', '/dashboard/myOrders')
  expect(screen.queryByRole('link', { name: 'My products and sales' })).toBeNull()
  queryClient.setQueryData(products, list(null))
  const sales = await screen.findByRole('link', { name: 'My products and sales' })
  expect(sales).toHaveAttribute('href', '/dashboard/MyProducts')
})
