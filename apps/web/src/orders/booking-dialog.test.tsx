import type { LiveStatus } from '@second-ring/contracts/live/events'
import type { BookingForm } from '@second-ring/contracts/orders/place-order'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TRPCClientError } from '@trpc/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { writeListings } from '#live/cached-listings.ts'
import { listingPage } from '#testing/listing-page.ts'
import { refusal } from '#testing/open-app.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { BookingDialog } from './booking-dialog.tsx'

const listing = {
  id: '0190a000-0000-7000-8000-000000000001',
  productName: 'Pixel 8',
  state: 'AVAILABLE' as const,
  resalePriceCents: 24_999,
}
const placeOrder = vi.fn(async (_order: unknown) => undefined)
const onBooked = vi.fn()
const onClose = vi.fn()
const read = vi.fn<() => unknown>()

beforeEach(() => {
  for (const fake of [placeOrder, onBooked, onClose]) fake.mockClear()
  read.mockReset().mockReturnValue({ ...listingPage, ...listing })
})

function open(draft?: BookingForm) {
  return renderWithApi(
    <BookingDialog
      listing={listing}
      buyer={{ name: 'Ben Buyer', email: 'ben@x.test', emailVerified: false }}
      draft={draft}
      placeOrder={placeOrder}
      onBooked={onBooked}
      onClose={onClose}
    />,
    { 'listings.get': read },
  )
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Book now' }))

async function fill(phone: string) {
  await userEvent.type(screen.getByLabelText('Phone'), phone)
  await userEvent.type(screen.getByLabelText('Meeting location'), 'Café Central')
}

describe('a phone that turns while its form is open', () => {
  /** Opens the form; what the function that it returns is told comes over the live stream. */
  async function openAndWait() {
    const queryClient = open()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    return (status: Partial<LiveStatus>) =>
      act(async () => void writeListings(queryClient, [{ ...listing, ...status }]))
  }

  it.each([
    ['RESERVED', 'Someone else has just booked this phone.'],
    ['SOLD', 'This phone is no longer for sale.'],
    ['REMOVED', 'This phone is no longer for sale.'],
  ] as const)('to %s says so until it is free again', async (state, words) => {
    const turn = await openAndWait()
    await turn({ state })
    expect(await screen.findByText(words)).toHaveRole('status')
    await turn({})
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
  })

  it('shows another price, and says so', async () => {
    const turn = await openAndWait()
    await turn({ resalePriceCents: 22_000 })
    await waitFor(() => expect(screen.getByLabelText('Price')).toHaveValue('$220'))
    expect(screen.getByText('The price is $220 now.')).toHaveRole('status')
  })

  it('by one’s own booking says nothing', async () => {
    const sent = Promise.withResolvers<undefined>()
    placeOrder.mockReturnValueOnce(sent.promise)
    const turn = await openAndWait()
    await fill('+1 555 0100')
    await submit()
    await turn({ state: 'RESERVED' })
    await act(async () => undefined)
    expect(screen.queryByText(/booked this phone/)).toBeNull()
    await act(async () => sent.resolve(undefined))
    expect(onBooked).toHaveBeenCalledOnce()
  })
})

it('shows where the phone stands now, though its card has not heard of it', async () => {
  read.mockReturnValue({ ...listingPage, ...listing, resalePriceCents: 19_900 })
  open()
  expect(await screen.findByText('The price is $199 now.')).toHaveRole('status')
})

describe('the booking form', () => {
  it('has name, email and price filled in and fixed', () => {
    open()
    const fixed = { 'Your name': 'Ben Buyer', Email: 'ben@x.test', Price: '$249.99' }
    for (const [label, value] of Object.entries(fixed)) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
      expect(screen.getByLabelText(label)).toBeDisabled()
    }
  })

  it('requires phone and meeting location, and puts the focus into the first', async () => {
    open()
    await submit()
    expect(await screen.findByText('Phone is required')).toBeVisible()
    expect(screen.getByText('Meeting location is required')).toBeVisible()
    expect(screen.getByLabelText('Phone')).toHaveFocus()
    expect(placeOrder).not.toHaveBeenCalled()
  })

  it('wants a number for a phone, and keeps what was typed', async () => {
    open()
    await fill('call me')
    await submit()
    expect(await screen.findByText(/Enter a phone number/)).toBeVisible()
    expect(screen.getByLabelText('Phone')).toHaveFocus()
    expect(screen.getByLabelText('Phone')).toHaveValue('call me')
    expect(screen.getByLabelText('Meeting location')).toHaveValue('Café Central')
    expect(placeOrder).not.toHaveBeenCalled()
  })

  it('books, says so and closes', async () => {
    open()
    await fill('+1 555 010 0199')
    await submit()
    await screen.findByText('The Item Is Booked!')
    expect(placeOrder).toHaveBeenCalledExactlyOnceWith({
      listingId: listing.id,
      phone: '+1 555 010 0199',
      meetingPlace: 'Café Central',
      expectedPriceCents: 24_999,
    })
    expect(onBooked).toHaveBeenCalledOnce()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('closes on a refusal too, with the words of the server, and hands back what was typed', async () => {
    open()
    placeOrder.mockRejectedValueOnce(new Error('This product is already booked'))
    await fill('5550100199')
    await submit()
    await screen.findByText('This product is already booked')
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ phone: '5550100199', meetingPlace: 'Café Central' })
    expect(onBooked).not.toHaveBeenCalled()
    expect(screen.queryByText('The Item Is Booked!')).toBeNull()
  })

  it('shows the way to prove the email where that lets an unproven buyer book more', async () => {
    placeOrder.mockRejectedValueOnce(refusal('You have 1 unpaid booking.', 'LIMIT_REACHED', 409))
    open()
    await fill('555 0100')
    await submit()
    // The form of this test stays open and hides what is behind it.
    const link = (await screen.findByText('Prove your email')).closest('a')
    expect(link).toHaveAttribute('href', '/dashboard/account')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('refused because of the price shows the new one, and books at it when it is sent again', async () => {
    open()
    const data = { domainCode: 'PRICE_MISMATCH', httpStatus: 409, priceCents: 89_999 }
    placeOrder.mockRejectedValueOnce(
      TRPCClientError.from({ error: { message: 'The price is now $899.99.', code: -32_009, data } }),
    )
    await fill('5550100199')
    await submit()
    expect(await screen.findByText('The price is $899.99 now.')).toHaveRole('status')
    expect(screen.getByLabelText('Price')).toHaveValue('$899.99')
    expect(onClose).not.toHaveBeenCalled()
    await submit()
    await screen.findByText('The Item Is Booked!')
    expect(placeOrder).toHaveBeenLastCalledWith(expect.objectContaining({ expectedPriceCents: 89_999 }))
  })

  it('closes by Escape, and hands back what was typed', async () => {
    open()
    await fill('5550100199')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledExactlyOnceWith({ phone: '5550100199', meetingPlace: 'Café Central' })
    expect(placeOrder).not.toHaveBeenCalled()
  })

  it('begins with what was typed before', () => {
    open({ phone: '5550100199', meetingPlace: 'Café Central' })
    expect(screen.getByLabelText('Phone')).toHaveValue('5550100199')
    expect(screen.getByLabelText('Meeting location')).toHaveValue('Café Central')
  })
})
