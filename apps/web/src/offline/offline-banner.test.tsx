import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { listingPage } from '#testing/listing-page.ts'
import { InRouter } from '#testing/render-in-router.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import OfflineBanner from './offline-banner.tsx'
import OfflinePage from './offline-page.tsx'

const orders = (nextCursor: string | null) => ({ pages: [{ items: [], nextCursor }], pageParams: [null] })
const mine = [['orders', 'mine'], { input: {}, type: 'infinite' }]
const phone = [['listings', 'get'], { input: { listingId: listingPage.id }, type: 'query' }]

it('says that only what is there can be read', async () => {
  const queryClient = renderWithApi(<OfflineBanner />, {})
  const banner = screen.getByText('You are offline.').closest('p')
  const says = (text: string) => waitFor(() => expect(banner).toHaveTextContent(text))
  await says('You are offline. Other pages need a connection. Nothing is sent')
  queryClient.setQueryData(phone, listingPage)
  await says('You can still read phones you looked at.')
  queryClient.setQueryData(mine, orders('more'))
  await says('You can still read your latest orders with their handover codes, and phones you looked at.')
  queryClient.setQueryData(mine, orders(null))
  await says('You can still read your orders with their handover codes, and phones')
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
  queryClient.setQueryData(mine, orders(null))
  const link = await screen.findByRole('link', { name: 'My orders and codes' })
  expect(link).toHaveAttribute('href', '/dashboard/myOrders')
})
