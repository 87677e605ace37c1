import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { listingPage } from '#testing/listing-page.ts'
import { openApp, refusal } from '#testing/open-app.tsx'

const other = { ...listingCard, id: '0190a000-0000-7000-8000-000000000077', productName: 'Pixel 7' }
const here = encodeURIComponent(`/listings/${listingPage.id}`)

// The screen's code takes a while the first time; no test is to wait for it.
beforeAll(() => import('./listing-screen.tsx'))

async function open(changes: Partial<ListingPage> = {}, role?: 'BUYER') {
  openApp({
    path: `/listings/${listingPage.id}`,
    ...(role && { role }),
    answers: {
      'listings.get': () => ({ ...listingPage, ...changes }),
      'listings.similar': () => [other],
      'listings.favoriteIds': () => [],
      'orders.mine': () => ({ items: [], nextCursor: null }),
      'orders.myWaitingPlaces': () => [],
    },
  })
  await screen.findByRole('heading', { level: 1, name: listingPage.productName })
}

describe('the page of a listing', () => {
  it('tells anyone all of it', async () => {
    await open({ originalPriceCents: 49_999, prices: [] })
    for (const text of [
      '$249.99',
      '$499.99',
      'You save $250 (50%)',
      'Good',
      'Leeds',
      'Used 1 year',
      'Nia Cole',
      'Has sold to 3 buyers here',
      'Available',
    ]) {
      expect(screen.getAllByText(text)[0]).toBeVisible()
    }
    expect(screen.getByRole('link', { name: 'Pixel' })).toHaveAttribute('href', '/phones/pixel')
    expect(screen.getByText(/^Works as it should/)).toHaveTextContent('Works as it should. One scratch.')
    expect(screen.getAllByRole('img', { name: 'Verified seller' })[0]).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: 'Price history' })).toBeNull()
    expect(screen.queryByText(/^Fair price/)).toBeNull()
    expect(screen.getByText(/^The market holds your money until/)).toHaveTextContent(`${PROTECTION_HOURS} hours after`)
    const similar = within(await screen.findByRole('region', { name: 'Similar phones' }))
    expect(similar.getByRole('link', { name: 'Pixel 7' })).toHaveAttribute('href', `/listings/${other.id}`)
  })

  it('cheers no saving where the price asks for caution', async () => {
    await open({ resalePriceCents: 900, originalPriceCents: 99_900, caution: true })
    expect(screen.getByText(/^This is far below what phones like it cost/)).toBeVisible()
    expect(screen.queryByText(/^You save/)).toBeNull()
  })

  it('cheers no saving where the price is far below what it cost new and nothing is known of others like it', async () => {
    await open({ resalePriceCents: 900, originalPriceCents: 99_900, band: null, caution: false })
    expect(screen.getByText(/^This is far below what it cost new/)).toBeVisible()
    expect(screen.queryByText(/^You save/)).toBeNull()
  })

  it('shows a skeleton while it loads', async () => {
    openApp({ path: `/listings/${listingPage.id}` })
    expect(await screen.findByText('Loading the phone')).toBeInTheDocument()
  })

  it('shows markup in a description as text', async () => {
    await open({ description: '<b>Best</b> phone' })
    expect(screen.getByText('<b>Best</b> phone')).toBeVisible()
  })

  it('shows what others like it cost, and what it cost before', async () => {
    await open({
      band: { lowCents: 30_000, highCents: 35_000, sampleSize: 37 },
      prices: [
        { cents: 24_999, since: '2026-02-05T12:00:00.000Z' },
        { cents: 29_999, since: '2026-01-05T12:00:00.000Z' },
      ],
    })
    expect(screen.getByText('Fair price $300–$350').closest('p')).toHaveTextContent(
      'Fair price $300–$350, from 37 phones',
    )
    expect(screen.getByText('$249.99 is $50.01 below it.')).toBeVisible()
    const history = within(screen.getByRole('region', { name: 'Price history' })).getAllByRole('listitem')
    expect(history.map(item => item.textContent)).toEqual([
      expect.stringContaining('$249.99$50 less'),
      expect.stringContaining('$299.99'),
    ])
    expect(screen.queryByText(/^This is far below/)).toBeNull()
  })

  it('cautions against a price that is far below', async () => {
    await open({ caution: true })
    expect(screen.getByText(/^This is far below what phones like it cost/)).toBeVisible()
  })

  it('sends a visitor who wants it to the login, and back', async () => {
    await open()
    const main = within(screen.getByRole('main'))
    for (const name of ['Booking: Pixel 8', 'Add to favorites: Pixel 8']) {
      expect(main.getByRole('link', { name })).toHaveAttribute('href', `/login?from=${here}`)
    }
  })

  it('lets a buyer book it, and keep it', async () => {
    await open({}, 'BUYER')
    expect(await screen.findByRole('button', { name: 'Add to favorites: Pixel 8' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Booking: Pixel 8' }))
    expect(await screen.findByRole('dialog', { name: 'Book Pixel 8' })).toBeVisible()
  })

  it('of a phone that is booked says so, and offers to wait', async () => {
    await open({ state: 'RESERVED' }, 'BUYER')
    expect(screen.getByText('Booked')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Booking: Pixel 8' })).toBeNull()
    expect(await screen.findByRole('button', { name: 'Tell me if it becomes free: Pixel 8' })).toBeVisible()
  })

  it('of a phone that is booked offers a visitor to wait, after the login', async () => {
    await open({ state: 'RESERVED' })
    const wait = screen.getByRole('link', { name: 'Tell me if it becomes free: Pixel 8' })
    expect(wait).toHaveAttribute('href', `/login?from=${here}`)
  })

  it('of a phone that is sold says so, and offers nothing', async () => {
    await open({ state: 'SOLD' }, 'BUYER')
    expect(screen.getByText(/^This phone is sold/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Booking: Pixel 8' })).toBeNull()
  })

  it.each(['NOT_FOUND', 'INVALID_INPUT'] as const)('is not found when there is none (%s)', async code => {
    openApp({
      path: '/listings/nothing',
      answers: {
        'listings.get': () => {
          throw refusal('No', code, code === 'NOT_FOUND' ? 404 : 400)
        },
        'listings.similar': () => {
          throw refusal('No', code, 404)
        },
        'listings.gone': () => {
          throw refusal('No', code, 404)
        },
      },
    })
    expect(await screen.findByText("Sorry, we couldn't find this page.")).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Page not found | Second Ring'))
  })
})

describe('the pictures of a listing', () => {
  const images = ['/a.webp', '/b.webp', '/c.webp'].map(url => ({ url }))

  it('are gone through by their small ones, and by the arrow keys', async () => {
    await open({ images })
    const pictures = within(screen.getByRole('group', { name: 'Pictures' }))
    await userEvent.click(pictures.getByRole('button', { name: 'Pixel 8, picture 2 of 3' }))
    expect(pictures.getByRole('button', { name: /2 of 3\. Show in full size$/ })).toBeVisible()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(pictures.getByRole('button', { name: /1 of 3\. Show in full size$/ })).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    expect(pictures.getByRole('button', { name: 'Pixel 8, picture 3 of 3' })).toHaveAttribute('aria-current', 'true')
  })

  it('are shown in full size, and closed again', async () => {
    await open({ images })
    const large = screen.getByRole('button', { name: /1 of 3\. Show in full size$/ })
    await userEvent.click(large)
    const dialog = await screen.findByRole('dialog', { name: 'Pixel 8, picture 1 of 3' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Next picture' }))
    expect(within(dialog).getByRole('img', { name: 'Pixel 8, picture 2 of 3' })).toHaveAttribute('src', '/b.webp')
    await userEvent.keyboard('{ArrowRight}')
    expect(within(dialog).getByRole('img', { name: 'Pixel 8, picture 3 of 3' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: /3 of 3\. Show in full size$/ })).toHaveFocus()
  })

  it('need no small ones when there is one', async () => {
    await open()
    expect(screen.getAllByRole('button', { name: /^Pixel 8/ })).toHaveLength(1)
  })
})

describe('a listing that was read before', () => {
  it('cannot be booked without a connection, and says when it was seen', async () => {
    await open({}, 'BUYER')
    expect(screen.queryByText(/^Seen at/)).toBeNull()
    act(() => onlineManager.setOnline(false))
    try {
      expect(screen.getByText(/^Seen at/)).toHaveTextContent('Its price may have changed, and it may be sold.')
      expect(screen.queryAllByRole('button', { name: /^Booking:/ })).toEqual([])
      for (const booking of screen.getAllByRole('button', { name: 'Booking needs a connection' }))
        expect(booking).toBeDisabled()
      expect(await screen.findByText(/^You are offline/)).toBeVisible()
    } finally {
      act(() => onlineManager.setOnline(true))
    }
    expect(screen.queryByText(/^Seen at/)).toBeNull()
    expect(screen.getAllByRole('button', { name: /^Booking:/ })[0]).toBeVisible()
  })

  it('in an earlier visit is not booked before it is read again', async () => {
    const reading = Promise.withResolvers<ListingPage>()
    const path = `/listings/${listingPage.id}`
    const { queryClient } = openApp({
      path: '/',
      role: 'BUYER',
      answers: {
        'listings.get': () => reading.promise,
        'listings.similar': () => [],
        'listings.favoriteIds': () => [],
        'orders.myWaitingPlaces': () => [],
      },
    })
    const key = [['listings', 'get'], { input: { listingId: listingPage.id }, type: 'query' }]
    queryClient.setQueryData(key, listingPage, { updatedAt: performance.timeOrigin - 1000 })
    act(() => history.pushState(null, '', path))
    expect(await screen.findByText(/^Seen at/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Booking needs a connection' })).toBeDisabled()
    reading.resolve(listingPage)
    expect(await screen.findByRole('button', { name: /^Booking:/ })).toBeEnabled()
  })
})
