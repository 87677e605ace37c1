import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { Order } from '@second-ring/contracts/orders/order'
import type { WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { order } from '#testing/order.ts'

const phone = (n: number): ListingCard => ({
  ...listingCard,
  id: `0190a000-0000-7000-8000-00000000010${n}`,
  productName: `Phone ${n}`,
})
let kept: ListingCard[]
let places: WaitingPlace[]
let mine: Order[]
beforeEach(() => {
  places = []
  mine = []
  kept = [phone(1), phone(2), phone(3)]
})

function open(answers: Answers = {}) {
  openApp({
    path: '/dashboard/favorites',
    role: 'BUYER',
    answers: {
      'listings.favoriteIds': () => kept.map(({ id }) => id),
      'listings.favorites': () => ({ items: kept, nextCursor: null }),
      'orders.mine': () => ({ items: mine, nextCursor: null }),
      'orders.myWaitingPlaces': () => places,
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

describe('a favorite that someone else has booked', () => {
  const waiting: WaitingPlace = {
    listingId: phone(2).id,
    productName: 'Phone 2',
    ahead: 2,
    sold: false,
    offeredUntil: null,
  }
  const join = vi.fn<(input: { listingId: string }) => unknown>()
  const leave = vi.fn<(input: { listingId: string }) => unknown>()
  beforeEach(() => {
    kept = [phone(1), { ...phone(2), state: 'RESERVED' }]
    join.mockReset().mockImplementation(input => {
      places = [waiting]
      return input
    })
    leave.mockReset().mockImplementation(input => {
      places = []
      return input
    })
  })
  const openWaiting = (answers: Answers = {}) =>
    open({ 'orders.joinWaitingList': join, 'orders.leaveWaitingList': leave, ...answers })
  const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))
  const names = () => screen.getAllByRole('article').map(card => within(card).getByRole('heading').textContent)

  it('can be waited for, and says where one stands', async () => {
    openWaiting()
    await press('Tell me if it becomes free: Phone 2')
    expect(await screen.findByText('We tell you when Phone 2 becomes free')).toBeInTheDocument()
    expect(join).toHaveBeenCalledExactlyOnceWith({ listingId: phone(2).id })
    expect(await screen.findByText(/^You are number/)).toHaveTextContent('You are number 3 in line')
    await waitFor(() => expect(screen.getByRole('button', { name: /^Leave/ })).toHaveFocus())
  })

  it('need not be waited for any longer', async () => {
    places = [waiting]
    openWaiting()
    await press(/^Leave *the line for Phone 2/)
    expect(await screen.findByText('You no longer wait for Phone 2')).toBeInTheDocument()
    expect(leave).toHaveBeenCalledExactlyOnceWith({ listingId: phone(2).id })
    expect(await screen.findByRole('button', { name: /^Tell me/ })).toBeVisible()
  })

  it('that became free meanwhile is there to be booked', async () => {
    join.mockImplementation(() => {
      kept = [phone(1), phone(2)]
      throw refusal('This product is free: you can book it now', 'CONFLICT', 409)
    })
    openWaiting()
    await press(/^Tell me/)
    expect(await screen.findByText('This product is free: you can book it now')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Booking: Phone 2' })).toBeVisible()
  })

  it('comes first when it is one’s turn, and can be booked', async () => {
    places = [{ ...waiting, ahead: 0, sold: false, offeredUntil: new Date(Date.now() + 3_600_000).toISOString() }]
    openWaiting()
    expect(await screen.findByText(/^Yours to book until/)).toBeVisible()
    expect(names()).toEqual(['Phone 2', 'Phone 1'])
    await press('Booking: Phone 2')
    expect(await screen.findByRole('dialog', { name: 'Book Phone 2' })).toBeVisible()
  })

  it('is found on a later page when it is one’s turn', async () => {
    places = [{ ...waiting, offeredUntil: new Date(Date.now() + 3_600_000).toISOString() }]
    openWaiting({
      'listings.favorites': ({ cursor }: { cursor?: string }) =>
        cursor ? { items: kept.slice(1), nextCursor: null } : { items: kept.slice(0, 1), nextCursor: 'more' },
    })
    expect(await screen.findByText(/^Yours to book until/)).toBeVisible()
    expect(names()).toEqual(['Phone 2', 'Phone 1'])
  })

  it('can be waited for when it did not load where one stands', async () => {
    openWaiting({
      'orders.myWaitingPlaces': () => {
        throw refusal('The shop is closed', 'INVALID_INPUT', 400)
      },
    })
    expect(await screen.findByRole('button', { name: 'Tell me if it becomes free: Phone 2' })).toBeVisible()
  })

  it('that one has booked oneself leads to one’s orders', async () => {
    mine = [{ ...order, listingId: phone(2).id }]
    openWaiting()
    expect(await screen.findByRole('link', { name: /^You have booked it/ })).toHaveAttribute(
      'href',
      '/dashboard/myOrders',
    )
    expect(screen.queryByRole('button', { name: /^Tell me/ })).toBeNull()
  })

  it('of one’s own is left alone', async () => {
    kept = [{ ...phone(2), state: 'RESERVED', sellerId: 'ben' }]
    openWaiting()
    const card = await screen.findByRole('article')
    expect(within(card).getByText('Booked')).toBeVisible()
    expect(within(card).queryByRole('button', { name: /^Tell me/ })).toBeNull()
  })
})

describe('a phone that one waits for and has not among the favorites', () => {
  beforeEach(() => {
    kept = []
    places = [{ listingId: phone(7).id, productName: 'Phone 7', ahead: 0, sold: false, offeredUntil: null }]
  })

  it('is told beside them, and can be left', async () => {
    open({
      'orders.leaveWaitingList': (input: object) => {
        places = []
        return input
      },
    })
    const section = within(await screen.findByRole('region', { name: 'You also wait for' }))
    expect(section.getByText('You are number 1 in line.')).toBeVisible()
    await userEvent.click(section.getByRole('button', { name: /^Leave/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'You also wait for' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'My favorites' })).toHaveFocus())
  })

  it('is added to them to be booked', async () => {
    places = places.map(place => ({ ...place, offeredUntil: new Date(Date.now() + 3_600_000).toISOString() }))
    open({
      'listings.setFavorite': (input: { listingId: string }) => {
        kept = [{ ...phone(7), state: 'RESERVED' }]
        return { ...input, favorite: true }
      },
    })
    const section = within(await screen.findByRole('region', { name: 'You also wait for' }))
    expect(section.getByText('It is yours to book now.')).toBeVisible()
    await userEvent.click(section.getByRole('button', { name: /^Add to favorites/ }))
    expect(await screen.findByRole('button', { name: 'Booking: Phone 7' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'You also wait for' })).toBeNull()
  })
})
