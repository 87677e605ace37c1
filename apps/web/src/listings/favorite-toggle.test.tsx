import type { SetFavoriteInput } from '@second-ring/contracts/listings/favorites'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { FavoriteToggle } from './favorite-toggle.tsx'
import { useFavorites } from './use-favorites.ts'

const pixel = { id: '0190a000-0000-7000-8000-000000000001', productName: 'Pixel 8' }
const nokia = { id: '0190a000-0000-7000-8000-000000000002', productName: 'Nokia 3310' }

let stored: string[]
const setFavorite = vi.fn<(input: SetFavoriteInput) => Promise<SetFavoriteInput>>()

beforeEach(async () => {
  stored = [nokia.id]
  setFavorite.mockReset().mockImplementation(async input => {
    stored = stored.filter(id => id !== input.listingId)
    if (input.favorite) stored.push(input.listingId)
    return input
  })
  renderWithApi(<Hearts />, { 'listings.favoriteIds': () => [...stored], 'listings.setFavorite': setFavorite })
  await screen.findByRole('button', { name: 'Remove from favorites: Nokia 3310' })
})

function Hearts() {
  const favorites = useFavorites()
  return [pixel, nokia].map(listing => <FavoriteToggle key={listing.id} listing={listing} favorites={favorites} />)
}

const heart = (name: RegExp) => screen.getByRole('button', { name })

describe('the favourite toggle', () => {
  it('says of each listing whether it is kept', () => {
    expect(screen.getByRole('button', { name: 'Add to favorites: Pixel 8' })).not.toHaveAttribute(
      'aria-pressed',
      'true',
    )
    expect(heart(/Nokia/)).toHaveAttribute('aria-pressed', 'true')
  })

  it('shows a press before the server has answered', async () => {
    const answer = Promise.withResolvers<SetFavoriteInput>()
    setFavorite.mockReturnValueOnce(answer.promise)
    await userEvent.click(heart(/Pixel/))
    expect(heart(/Pixel/)).toHaveAccessibleName('Remove from favorites: Pixel 8')
    expect(heart(/Pixel/)).toHaveAttribute('aria-pressed', 'true')
    stored.push(pixel.id)
    answer.resolve({ listingId: pixel.id, favorite: true })
    await waitFor(() => expect(setFavorite).toHaveBeenCalledExactlyOnceWith({ listingId: pixel.id, favorite: true }))
    expect(heart(/Pixel/)).toHaveAttribute('aria-pressed', 'true')
  })

  it('goes back when the server refuses, says why, and leaves the others alone', async () => {
    const answer = Promise.withResolvers<SetFavoriteInput>()
    setFavorite.mockReturnValueOnce(answer.promise)
    await userEvent.click(heart(/Pixel/))
    expect(heart(/Pixel/)).toHaveAttribute('aria-pressed', 'true')
    answer.reject(new Error('This product is no longer for sale'))
    expect(await screen.findByText('This product is no longer for sale')).toBeInTheDocument()
    expect(heart(/Pixel/)).toHaveAttribute('aria-pressed', 'false')
    expect(heart(/Nokia/)).toHaveAttribute('aria-pressed', 'true')
  })

  it('sends quick presses one after the other, and ends where the last one left it', async () => {
    const first = Promise.withResolvers<SetFavoriteInput>()
    setFavorite.mockReturnValueOnce(first.promise)
    await userEvent.click(heart(/Pixel/))
    await userEvent.click(heart(/Pixel/))
    expect(heart(/Pixel/)).toHaveAttribute('aria-pressed', 'false')
    expect(setFavorite).toHaveBeenCalledOnce()
    first.resolve({ listingId: pixel.id, favorite: true })
    await waitFor(() => expect(setFavorite).toHaveBeenCalledTimes(2))
    expect(setFavorite).toHaveBeenLastCalledWith({ listingId: pixel.id, favorite: false })
    await waitFor(() => expect(heart(/Pixel/)).toHaveAttribute('aria-pressed', 'false'))
  })
})
