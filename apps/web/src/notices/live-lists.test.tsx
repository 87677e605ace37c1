import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useTRPC } from '#api-client/trpc.ts'
import { ListingGrid } from '#listings/listing-grid.tsx'
import type { OpenStream } from '#live/keep-stream.ts'
import type { streamOf } from '#live/open-stream.ts'
import { listingCard } from '#testing/listing-card.ts'
import { InRouter } from '#testing/render-in-router.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import LiveLists from './live-lists.tsx'

let tell: Parameters<typeof streamOf>[1]['onListings']
vi.mock(import('#live/open-stream.ts'), async actual => ({
  ...(await actual()),
  streamOf: (_session, { onListings }): OpenStream => {
    tell = onListings
    return () => ({ unsubscribe: () => undefined })
  },
}))

const [near, other] = [listingCard, { ...listingCard, id: 'other', productName: 'Nokia' }]
const turn = (state: 'AVAILABLE' | 'RESERVED' | 'SOLD' | 'REMOVED', { id } = near, resalePriceCents = 24_999) =>
  act(async () => tell([{ id, state, resalePriceCents }]))

beforeEach(async () => {
  renderWithApi(
    <InRouter>
      <LiveLists />
      <Phones />
    </InRouter>,
    { 'listings.advertised': () => ({ items: [near, other], nextCursor: null }) },
  )
  await screen.findByRole('heading', { name: 'Nokia' })
})

function Phones() {
  const { data } = useQuery(useTRPC().listings.advertised.queryOptions({}))
  return (
    <ListingGrid
      listings={data?.items ?? []}
      renderActions={({ state, productName }) =>
        state === 'AVAILABLE' ? (
          <button type="button">Booking {productName}</button>
        ) : (
          <button type="button" disabled>
            Off
          </button>
        )
      }
    />
  )
}

const card = (name: string) => within(screen.getByRole('heading', { name }).closest('article') ?? document.body)
const spoken = (words: string) => screen.queryByText(words)

it.each([
  ['RESERVED', 'Booked'],
  ['SOLD', 'No longer for sale'],
  ['REMOVED', 'No longer for sale'],
] as const)('a card that turns to %s stays, and says so with its buttons off', async (state, words) => {
  await turn(state)
  expect(await card('Pixel 8').findByText(words)).toBeVisible()
  expect(card('Pixel 8').getByRole('button')).toBeDisabled()
  expect(card('Nokia').getByRole('button')).toBeEnabled()
  await turn('AVAILABLE')
  await waitFor(() => expect(card('Pixel 8').queryByText(words)).toBeNull())
  expect(card('Pixel 8').getByRole('button')).toBeEnabled()
})

it('a card shows another price', async () => {
  await turn('AVAILABLE', near, 19_900)
  expect(await card('Pixel 8').findByText('$199')).toBeVisible()
})

it('only the card that has the focus is read out, and keeps the focus', async () => {
  screen.getByRole('button', { name: 'Booking Pixel 8' }).focus()
  await turn('RESERVED', other)
  await card('Nokia').findByText('Booked')
  expect(spoken('Nokia: Booked')).toBeNull()
  expect(screen.getByRole('button', { name: 'Booking Pixel 8' })).toHaveFocus()
  await turn('RESERVED')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Pixel 8' })).toHaveFocus())
  expect(spoken('Pixel 8: Booked')).toHaveAttribute('aria-live', 'polite')
})
