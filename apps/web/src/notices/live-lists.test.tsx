import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ListingGrid } from '#listings/listing-grid.tsx'
import type { OpenStream } from '#live/keep-stream.ts'
import { liveStatuses } from '#live/live-statuses.ts'
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
  act(() => tell([{ id, state, resalePriceCents }]))

beforeEach(async () => {
  renderWithApi(
    <InRouter>
      <LiveLists />
      <ListingGrid
        listings={[near, other]}
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
    </InRouter>,
    {},
  )
  await screen.findByTestId('page')
  turn('AVAILABLE')
  turn('AVAILABLE', other)
})
afterEach(() => liveStatuses.keep(new Set()))

const card = (name: string) => within(screen.getByRole('heading', { name }).closest('article') ?? document.body)
const spoken = (words: string) => screen.queryByText(words)

it.each([
  ['RESERVED', 'Booked'],
  ['SOLD', 'No longer for sale'],
  ['REMOVED', 'No longer for sale'],
] as const)('a card that turns to %s stays, and says so with its buttons off', (state, words) => {
  turn(state)
  expect(card('Pixel 8').getByText(words)).toBeVisible()
  expect(card('Pixel 8').getByRole('button')).toBeDisabled()
  expect(card('Nokia').getByRole('button')).toBeEnabled()
  turn('AVAILABLE')
  expect(card('Pixel 8').queryByText(words)).toBeNull()
  expect(card('Pixel 8').getByRole('button')).toBeEnabled()
})

it('a card shows another price', () => {
  turn('AVAILABLE', near, 19_900)
  expect(card('Pixel 8').getByText('$199')).toBeVisible()
})

it('only the card that has the focus is read out, and keeps the focus', () => {
  screen.getByRole('button', { name: 'Booking Pixel 8' }).focus()
  turn('RESERVED', other)
  expect(spoken('Nokia: Booked')).toBeNull()
  expect(screen.getByRole('button', { name: 'Booking Pixel 8' })).toHaveFocus()
  turn('RESERVED')
  expect(spoken('Pixel 8: Booked')).toHaveAttribute('aria-live', 'polite')
  expect(screen.getByRole('heading', { name: 'Pixel 8' })).toHaveFocus()
})
