import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { nothingElse } from '#testing/order.ts'
import { ownListing } from '#testing/own-listing.ts'

const other: OwnListing = { ...ownListing, id: '0190a000-0000-7000-8000-000000000004', productName: 'Nokia 3310' }
let listings: OwnListing[]
const remove = vi.fn((input: { listingId: string }) => {
  listings = listings.filter(({ id }) => id !== input.listingId)
  return input
})

beforeEach(() => {
  remove.mockClear()
  listings = [ownListing, other]
})

function open(answers: Answers = {}) {
  openApp({
    path: '/dashboard/MyProducts',
    role: 'SELLER',
    answers: {
      'listings.mine': () => ({ items: listings, nextCursor: null }),
      'listings.remove': remove,
      ...answers,
    },
  })
}

const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))
const refuse = (message: string) => () => {
  throw refusal(message, 'CONFLICT', 409)
}

describe('My products', () => {
  it('of an account that is about to be deleted are shown, with the way to keep it and nothing that would fail', async () => {
    const keep = vi.fn(() => ({ changed: true }))
    const leaving = {
      id: 'ben',
      email: 'ben@x.test',
      name: 'Ben',
      role: 'SELLER',
      verified: false,
      emailVerified: true,
    }
    const deletesAt = '2030-01-01T10:00:00.000Z'
    open({ 'accounts.me': () => ({ ...leaving, deletesAt }), 'accounts.cancelDeletion': keep })
    const main = within(await screen.findByRole('main'))
    expect(await main.findByText(/nothing here can be changed/)).toHaveTextContent('January 1, 2030')
    expect(main.getByText('Nokia 3310')).toBeVisible()
    for (const name of [/Delete/, /Edit/, /Advertise/]) expect(main.queryByRole('button', { name })).toBeNull()
    await userEvent.click(main.getByRole('button', { name: 'Keep my account' }))
    expect(keep).toHaveBeenCalledOnce()
  })

  it('say without a connection when they were seen, and lead to the orders of their sales', async () => {
    const booking = {
      ...{ orderId: other.id, buyerName: 'Ben Buyer', phone: '+1 555 0199', meetingPlace: 'Library', paid: true },
      ...{
        handedOver: true,
        placedAt: other.postedAt,
        stage: 'RETURNING' as const,
        dueAt: null,
        feeCents: 0,
        feeTaxCents: 0,
      },
      ...{ disputed: false, moneyHeld: false, codeUsedUp: false, cancellation: null, meetingProposedBy: null },
    }
    listings = [{ ...other, state: 'SOLD', booking }]
    open()
    const link = await screen.findByRole('link', { name: 'See the order' })
    expect(screen.queryByText(/^Seen at/)).toBeNull()
    act(() => onlineManager.setOnline(false))
    try {
      expect(await screen.findByText(/^Seen at/)).toHaveTextContent('What has happened since is not here yet.')
      expect(link).toHaveAttribute('href', `/dashboard/orders/${other.id}`)
    } finally {
      act(() => onlineManager.setOnline(true))
    }
  })

  it('shows a skeleton while they load', async () => {
    open({ 'listings.mine': () => new Promise(() => undefined) })
    expect(await screen.findByText('Loading your products')).toBeInTheDocument()
  })

  it('says when there are none, and where to add one', async () => {
    listings = []
    open()
    expect(await screen.findByText('You have no posts now')).toBeVisible()
    const add = within(screen.getByRole('main')).getAllByRole('link', { name: 'Add a product' }).at(-1)
    expect(add).toHaveAttribute('href', '/dashboard/AddProduct')
  })

  it('says why they did not load, and loads them on demand', async () => {
    let down = true
    open({
      'listings.mine': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return { items: listings, nextCursor: null }
      },
    })
    expect(await screen.findByText('Your products did not load')).toBeVisible()
    down = false
    await press('Try again')
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
  })
})

it('claims nothing of posts that were there before', async () => {
  listings = [ownListing]
  open()
  await press(/^Delete *Pixel 8/)
  await press('Delete')
  expect(await screen.findByText('You have no posts now')).toBeVisible()
  expect(screen.queryByText(/yet/)).toBeNull()
})

describe('advertising', () => {
  it('says so, without a space, and keeps the focus', async () => {
    open({
      'listings.advertise': ({ listingId }: { listingId: string }) => {
        const advertisedAt = '2026-01-06T12:00:00.000Z'
        listings = listings.map(listing => (listing.id === listingId ? { ...listing, advertisedAt } : listing))
        return { listingId, advertisedAt }
      },
    })
    await press(/^Advertise *Pixel 8/)
    expect(await screen.findByText('Pixel 8advertised successfully')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: /^Stop advertising *Pixel 8/ })).toHaveFocus()
  })

  it('says of each of two quick presses what came of it, also to whoever has left', async () => {
    const answers = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    const advertise = vi.fn(() => answers[advertise.mock.calls.length - 1]?.promise)
    listings = [ownListing, { ...ownListing, id: '0190a000-0000-7000-8000-0000000000a2', productName: 'Nokia' }]
    open({ 'listings.advertise': advertise })
    await press(/^Advertise *Pixel 8/)
    await press(/^Advertise *Nokia/)
    await userEvent.click(screen.getByRole('link', { name: 'Blog' }))
    expect(await screen.findByRole('heading', { name: 'Blog' })).toBeVisible()
    for (const { resolve } of answers) resolve({ listingId: ownListing.id, advertisedAt: '2026-01-06T12:00:00.000Z' })
    expect(await screen.findByText('Pixel 8advertised successfully')).toBeInTheDocument()
    expect(await screen.findByText('Nokiaadvertised successfully')).toBeInTheDocument()
  })

  it('that is refused says the words of the server', async () => {
    open({ 'listings.advertise': refuse('This product is booked or sold') })
    await press(/^Advertise *Pixel 8/)
    expect(await screen.findByText('This product is booked or sold')).toBeInTheDocument()
    expect(screen.queryByText(/advertised successfully/)).toBeNull()
  })
})

describe('deleting', () => {
  it('asks first, and does nothing on Cancel or Escape', async () => {
    open()
    await press(/^Delete *Pixel 8/)
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Pixel 8 leaves the shop at once. This cannot be undone.',
    )
    await press('Cancel')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await press(/^Delete *Pixel 8/)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await vi.waitFor(() => expect(screen.getByRole('button', { name: /^Delete *Pixel 8/ })).toHaveFocus())
    expect(remove).not.toHaveBeenCalled()
  })

  it('says so, and goes on to the product that took its place', async () => {
    open()
    await press(/^Delete *Pixel 8/)
    await press('Delete')
    expect(await screen.findByText('Sell post for Pixel 8 removed successfully')).toBeInTheDocument()
    expect(remove).toHaveBeenCalledExactlyOnceWith({ listingId: ownListing.id })
    await vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Nokia 3310' })).toHaveFocus())
    expect(screen.queryByRole('heading', { name: 'Pixel 8' })).toBeNull()
  })

  it('that is refused says the words of the server, and leaves the product', async () => {
    open({ 'listings.remove': refuse('This product is booked or sold') })
    await press(/^Delete *Pixel 8/)
    await press('Delete')
    expect(await screen.findByText('This product is booked or sold')).toBeInTheDocument()
    expect(screen.queryByText(/removed successfully/)).toBeNull()
    expect(screen.getByRole('heading', { name: 'Pixel 8' })).toBeVisible()
  })
})

describe('a phone that is paid', () => {
  const booking: NonNullable<OwnListing['booking']> = {
    orderId: '0190a000-0000-7000-8000-000000000005',
    buyerName: 'Ben Ode',
    phone: '+1 555 010 0199',
    meetingPlace: 'Café Central',
    paid: true,
    handedOver: false,
    placedAt: '2026-01-06T12:00:00.000Z',
    stage: 'PAID',
    dueAt: '2026-01-20T12:00:00.000Z',
    ...nothingElse,
    feeCents: 1250,
    feeTaxCents: 0,
  }
  beforeEach(() => {
    listings = [{ ...ownListing, state: 'SOLD', booking }]
  })

  it('is handed over by the buyer’s code, and says so at once', async () => {
    const handOver = vi.fn((input: { orderId: string; code: string }) => {
      listings = [{ ...ownListing, state: 'SOLD', booking: { ...booking, handedOver: true, stage: 'HANDED_OVER' } }]
      return { orderId: input.orderId }
    })
    open({ 'orders.handOver': handOver })
    await press(/^Enter the buyer’s code/)
    await userEvent.type(await screen.findByLabelText('Six-digit code'), '048213{Enter}')
    expect(await screen.findByText('Pixel 8 handed over')).toBeInTheDocument()
    expect(handOver).toHaveBeenCalledExactlyOnceWith({
      orderId: booking.orderId,
      code: '048213',
      idempotencyKey: expect.any(String),
    })
    expect(await screen.findByText('Handed over')).toBeVisible()
    await vi.waitFor(() => expect(screen.getByRole('heading', { name: 'Pixel 8' })).toHaveFocus())
  })

  it('is refunded with a reason, and is for sale again when that is chosen', async () => {
    const refund = vi.fn((input: { orderId: string }) => {
      listings = [ownListing]
      return { orderId: input.orderId }
    })
    open({ 'payments.refund': refund })
    await press(/^Refund the buyer/)
    await userEvent.type(await screen.findByLabelText('Reason'), 'The screen broke')
    await userEvent.click(screen.getByRole('radio', { name: /for sale again/ }))
    await press('Refund $249.99')
    expect(await screen.findByText('Pixel 8 refunded')).toBeInTheDocument()
    expect(refund).toHaveBeenCalledExactlyOnceWith({
      orderId: booking.orderId,
      idempotencyKey: expect.any(String),
      reason: 'The screen broke',
      relist: true,
    })
    expect(await screen.findByText('Available')).toBeVisible()
  })
})
