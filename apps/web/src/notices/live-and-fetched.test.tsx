import type { ListingState } from '@second-ring/contracts/listings/listing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OpenStream } from '#live/keep-stream.ts'
import type { streamOf } from '#live/open-stream.ts'
import { listingCard } from '#testing/listing-card.ts'
import { openApp } from '#testing/open-app.tsx'

let stream: Parameters<typeof streamOf>[1] | undefined
vi.mock(import('#live/open-stream.ts'), async actual => ({
  ...(await actual()),
  streamOf: (_session, screen): OpenStream => {
    stream = screen
    return () => ({ unsubscribe: () => undefined })
  },
}))

const advertised = vi.fn<() => unknown>()
const answer = (state: ListingState) => ({ items: [{ ...listingCard, state }], nextCursor: null })
const card = () => within(screen.getByRole('article'))

beforeEach(async () => {
  stream = undefined
  advertised.mockReset().mockReturnValue(answer('AVAILABLE'))
  openApp({ path: '/', answers: { 'listings.advertised': advertised, 'catalog.categories': () => [] } })
  await screen.findByRole('article')
  await waitFor(() => expect(stream).toBeDefined())
})

const say = (state: ListingState) =>
  act(async () => stream?.onListings([{ id: listingCard.id, state, resalePriceCents: listingCard.resalePriceCents }]))

/** Comes back to the tab after the answers that it has are old. */
async function comeBack() {
  const asked = advertised.mock.calls.length
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(advertised.mock.calls.length).toBeGreaterThan(asked))
}

it('a phone that an answer says is booked offers no Booking, though the stream said before that it was free', async () => {
  await say('AVAILABLE')
  expect(card().getByRole('link', { name: /^Booking/ })).toBeVisible()
  // The stream was cut, and with it the word of the booking.
  stream?.events.release()
  advertised.mockReturnValue(answer('RESERVED'))
  await comeBack()
  expect(await card().findByText('Booked')).toBeVisible()
  expect(card().queryByRole('link', { name: /^Booking/ })).toBeNull()
})

it('a phone that the stream says is booked offers no Booking, though an answer from before says that it is free', async () => {
  const late = Promise.withResolvers<unknown>()
  advertised.mockReturnValue(late.promise)
  await comeBack()
  await say('RESERVED')
  expect(await card().findByText('Booked')).toBeVisible()
  await act(async () => late.resolve(answer('AVAILABLE')))
  expect(await card().findByText('Booked')).toBeVisible()
  expect(card().queryByRole('link', { name: /^Booking/ })).toBeNull()
})
