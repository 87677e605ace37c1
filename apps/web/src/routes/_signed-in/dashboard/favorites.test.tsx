import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answers, openApp, refusal } from '../../../app/open-app.tsx'
import { listingCard } from '../../../testing/listing-card.ts'

const phone = (n: number): ListingCard => ({
  ...listingCard,
  id: `0190a000-0000-7000-8000-00000000010${n}`,
  productName: `Phone ${n}`,
})
let kept: ListingCard[]
beforeEach(() => {
  kept = [phone(1), phone(2), phone(3)]
})

function open(answers: Answers = {}) {
  openApp({
    path: '/dashboard/favorites',
    role: 'BUYER',
    answers: {
      'listings.favoriteIds': () => kept.map(({ id }) => id),
      'listings.favorites': () => ({ items: kept, nextCursor: null }),
      'listings.setFavorite': ({ listingId }: { listingId: string }) => {
        kept = kept.filter(({ id }) => id !== listingId)
        return { listingId, favorite: false }
      },
      ...answers,
    },
  })
}

const remove = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Remove from favorites: ${name}` }))

describe('My favorites', () => {
  it('shows a skeleton while they load', async () => {
    open({ 'listings.favorites': () => new Promise(() => undefined) })
    expect(await screen.findByText('Loading the phones')).toBeInTheDocument()
  })

  it('says when there are none, and how to keep one', async () => {
    kept = []
    open()
    expect(await screen.findByText('You have no favorites yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Find a phone' })).toHaveAttribute('href', '/')
  })

  it('says why they did not load, and loads them on demand', async () => {
    let down = true
    open({
      'listings.favorites': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return { items: kept, nextCursor: null }
      },
    })
    expect(await screen.findByText('Your favorites did not load')).toBeVisible()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Phone 1' })).toBeVisible()
  })

  it('says of a phone that it is booked, and does not offer to book it', async () => {
    kept = [{ ...phone(1), state: 'RESERVED' }]
    open()
    const card = await screen.findByRole('article')
    expect(within(card).getByText('Booked')).toBeVisible()
    expect(within(card).queryByRole('button', { name: /^Booking/ })).toBeNull()
  })

  it('goes on from the next phone when one is taken out, and from the heading after the last', async () => {
    open()
    await remove('Phone 2')
    expect(screen.queryByRole('heading', { name: 'Phone 2' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'Phone 3' })).toHaveFocus()
    await remove('Phone 3')
    expect(screen.getByRole('heading', { name: 'Phone 1' })).toHaveFocus()
    await remove('Phone 1')
    expect(await screen.findByText('You have no favorites yet')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'My favorites' })).toHaveFocus()
  })
})
