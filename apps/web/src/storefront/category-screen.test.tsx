import type { ListByCategoryInput } from '@second-ring/contracts/listings/browse-listings'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { Order } from '@second-ring/contracts/orders/order'
import type { WaitingPlace } from '@second-ring/contracts/orders/waiting-list'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { order } from '#testing/order.ts'

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const path = `/singleCategories/${pixel.id}`
const phone = (n: number): ListingCard => ({
  ...listingCard,
  categoryId: pixel.id,
  id: `0190a000-0000-7000-8000-00000000010${n}`,
  productName: `Phone ${n}`,
})

let phones: ListingCard[]
const place = vi.fn<(input: unknown) => { orderId: string }>()

beforeEach(() => {
  phones = [phone(1), phone(2), phone(3)]
  place.mockReset().mockReturnValue({ orderId: phone(1).id })
})

function open(answers: Answers = {}) {
  return openApp({
    path,
    role: 'BUYER',
    answers: {
      'catalog.category': () => pixel,
      'catalog.categories': () => [pixel],
      'listings.favoriteIds': () => [],
      'listings.byCategory': () => ({ items: phones, nextCursor: null }),
      'listings.advertised': () => ({ items: [], nextCursor: null }),
      'orders.place': place,
      ...answers,
    },
  })
}

const cards = () => screen.queryAllByRole('article').map(card => within(card).getByRole('heading').textContent)
const openForm = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Booking: ${name}` }))

async function book(name: string) {
  await openForm(name)
  for (const [label, text] of Object.entries({ Phone: '5550100199', 'Meeting location': 'Café Central' })) {
    await userEvent.clear(await screen.findByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), text)
  }
  await userEvent.keyboard('{Enter}')
}

describe('All phones', () => {
  it('has cards, each with Add to favorites, Back to Home and Booking', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'All phones' })).toBeVisible()
    const [card] = await screen.findAllByRole('article')
    if (!card) throw new Error('There is no card')
    expect(within(card).getByRole('button', { name: /^Add to favorites/ })).toBeVisible()
    expect(within(card).getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
    expect(within(card).getByRole('button', { name: /^Booking/ })).toBeEnabled()
  })

  it('says when a category has none', async () => {
    phones = []
    open()
    expect(await screen.findByText('No phones here right now')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/')
  })

  it('says why the phones did not load, and loads them on demand', async () => {
    let down = true
    open({
      'listings.byCategory': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return { items: phones, nextCursor: null }
      },
    })
    expect(await screen.findByText('The phones did not load')).toBeVisible()
    expect(screen.getByText('The shop is closed')).toBeVisible()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Phone 1' })).toBeVisible()
  })

  it('fetches all its pages anew when one comes back later', async () => {
    const { router } = open({
      'listings.byCategory': ({ cursor }: ListByCategoryInput) =>
        cursor ? { items: phones.slice(2), nextCursor: null } : { items: phones.slice(0, 2), nextCursor: 'more' },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await screen.findByText('That is all of them.')
    await act(() => router.navigate({ to: '/' }))
    await screen.findByText('There is no Advertised item to show')
    phones = [phone(2), phone(3), phone(4)]
    const later = Date.now() + 60_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await act(() => router.history.back())
    await vi.waitFor(() => expect(cards()).toEqual(['Phone 2', 'Phone 3', 'Phone 4']))
  })
})

describe('a booking whose answer is lost', () => {
  const networkError = () => {
    throw new TypeError('Failed to fetch')
  }
  const keys = () => place.mock.calls.map(([input]) => (input as { idempotencyKey: string }).idempotencyKey)
  const leaveAndComeBack = async (router: ReturnType<typeof open>['router']) => {
    await act(() => router.navigate({ to: '/' }))
    await screen.findByText('There is no Advertised item to show')
    await act(() => router.history.back())
  }
  let mine: Order[]
  let ended: boolean
  beforeEach(() => {
    ended = false
    mine = []
  })
  const answers = {
    'orders.mine': () => ({ items: mine, nextCursor: null }),
    'orders.myWaitingPlaces': () => [],
    'orders.byId': () => ({ ...order, ending: ended ? 'CANCELLED_BY_BUYER' : null }),
  }

  it('says where one sees whether it is booked, and My orders reads it again', async () => {
    const { router } = open(answers)
    await act(() => router.navigate({ to: '/dashboard/myOrders' }))
    await screen.findByText('You have not booked anything yet')
    await act(() => router.navigate({ to: path }))
    mine = [order]
    place.mockImplementationOnce(networkError)
    await book('Phone 2')
    expect(await screen.findByText(/^Network Error.* My orders shows whether it is booked\.$/)).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(() => router.navigate({ to: '/dashboard/myOrders' }))
    expect(await screen.findByText(order.productName)).toBeVisible()
  })

  it('is sent again under its key, on the page opened again and after another booking', async () => {
    const { router } = open(answers)
    place.mockImplementationOnce(networkError)
    await book('Phone 2')
    await screen.findByText(/^Network Error/)
    await leaveAndComeBack(router)
    await book('Phone 1')
    await screen.findByText('The Item Is Booked!')
    await book('Phone 2')
    await vi.waitFor(() => expect(place).toHaveBeenCalledTimes(3))
    const [lost, other, again] = keys()
    expect(again).toBe(lost)
    expect(other).not.toBe(lost)
  })

  it('has a new key for other details', async () => {
    open(answers)
    place.mockImplementationOnce(networkError)
    await book('Phone 3')
    await screen.findByText(/^Network Error/)
    await openForm('Phone 3')
    await userEvent.type(await screen.findByLabelText('Phone'), '8')
    await userEvent.keyboard('{Enter}')
    await screen.findByText('The Item Is Booked!')
    expect(new Set(keys()).size).toBe(2)
  })

  it('and which has ended since is booked anew', async () => {
    open(answers)
    place.mockImplementationOnce(networkError)
    await book('Phone 1')
    await screen.findByText(/^Network Error/)
    ended = true
    await openForm('Phone 1')
    await userEvent.click(await screen.findByRole('button', { name: 'Book now' }))
    await screen.findByText('The Item Is Booked!')
    const [lost, again, afresh] = keys()
    expect(again).toBe(lost)
    expect(afresh).not.toBe(lost)
    expect(keys()).toHaveLength(3)
  })
})

describe('a booking', () => {
  it('says so, takes the card away, and gives the focus to the way to my orders', async () => {
    open()
    place.mockImplementationOnce(() => {
      phones = [phone(1), phone(3)]
      return { orderId: phone(2).id }
    })
    await book('Phone 2')
    expect(await screen.findByText('The Item Is Booked!')).toBeInTheDocument()
    expect(place).toHaveBeenCalledExactlyOnceWith({
      listingId: phone(2).id,
      phone: '5550100199',
      meetingPlace: 'Café Central',
      expectedPriceCents: phone(2).resalePriceCents,
      idempotencyKey: expect.any(String),
    })
    const wayOn = await screen.findByRole('link', { name: 'See my orders' })
    expect(wayOn).toHaveAttribute('href', '/dashboard/myOrders')
    await vi.waitFor(() => expect(cards()).toEqual(['Phone 1', 'Phone 3']))
    expect(wayOn).toHaveFocus()
    expect(screen.getByRole('region', { name: 'Your booking' })).toHaveTextContent('Phone 2is held for you.')
    await userEvent.keyboard('{Escape}')
    expect(wayOn).not.toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'All phones' })).toHaveFocus()
  })

  it('of the last phone of a category leaves its notice on the screen', async () => {
    phones = [phone(1)]
    open()
    place.mockImplementationOnce(() => {
      phones = []
      return { orderId: phone(1).id }
    })
    await book('Phone 1')
    expect(await screen.findByText('No phones here right now')).toBeVisible()
    expect(screen.getByRole('link', { name: 'See my orders' })).toHaveFocus()
  })

  it('that is refused closes the form, says why, and goes on to the next card', async () => {
    open()
    place.mockImplementationOnce(() => {
      phones = [phone(1), phone(3)]
      throw refusal('This product is already booked', 'CONFLICT', 409)
    })
    await book('Phone 2')
    expect(await screen.findByText('This product is already booked')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).toBeNull()
    await vi.waitFor(() => expect(cards()).toEqual(['Phone 1', 'Phone 3']))
    await vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Phone 3' })).toHaveFocus())
    expect(screen.queryByRole('link', { name: 'See my orders' })).toBeNull()
  })

  it('that is refused keeps what was typed for the next try', async () => {
    open()
    place.mockImplementationOnce(() => {
      throw refusal('This product is already booked', 'CONFLICT', 409)
    })
    await book('Phone 2')
    await screen.findByText('This product is already booked')
    await openForm('Phone 1')
    expect(await screen.findByLabelText('Phone')).toHaveValue('5550100199')
    expect(screen.getByLabelText('Meeting location')).toHaveValue('Café Central')
  })

  it('that someone else was faster with leaves the card in its place, and offers to wait', async () => {
    let favorite = false
    let places: WaitingPlace[] = []
    open({
      'orders.mine': () => ({ items: [], nextCursor: null }),
      'orders.myWaitingPlaces': () => places,
      'orders.joinWaitingList': (input: object) => {
        places = [{ listingId: phone(2).id, productName: 'Phone 2', ahead: 0, sold: false, offeredUntil: null }]
        return input
      },
      'listings.favoriteIds': () => (favorite ? [phone(2).id] : []),
      'listings.setFavorite': (input: object) => {
        favorite = true
        return input
      },
    })
    place.mockImplementationOnce(() => {
      phones = [phone(1), phone(3)]
      throw refusal('This product is already booked', 'ALREADY_BOOKED', 409)
    })
    await book('Phone 2')
    expect(await screen.findByText('This product is already booked')).toBeInTheDocument()
    const tellMe = await screen.findByRole('button', { name: 'Tell me if it becomes free: Phone 2' })
    expect(cards()).toEqual(['Phone 1', 'Phone 2', 'Phone 3'])
    const [, card] = screen.getAllByRole('article')
    if (!card) throw new Error('There is no card')
    expect(within(card).getByText('Booked')).toBeVisible()
    await vi.waitFor(() => expect(within(card).getByRole('heading')).toHaveFocus())
    await userEvent.click(tellMe)
    expect(await within(card).findByText(/^You are number/)).toHaveTextContent('You are number 1 in line')
    expect(await within(card).findByRole('button', { name: /^Remove from favorites/ })).toBeVisible()
  })

  it('of one’s own phone is not offered', async () => {
    phones = [{ ...phone(1), sellerId: 'ben' }]
    open()
    expect(await screen.findByRole('button', { name: 'Your own phone' })).toBeDisabled()
  })
})
