import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'react-hot-toast'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import BookingDialog from './booking-dialog.tsx'

const listing = { id: '0190a000-0000-7000-8000-000000000001', productName: 'Pixel 8', resalePriceCents: 24_999 }
const placeOrder = vi.fn(async (_order: unknown) => undefined)
const onClose = vi.fn()

beforeEach(() => {
  placeOrder.mockClear()
  onClose.mockClear()
  render(
    <>
      <BookingDialog
        listing={listing}
        buyer={{ name: 'Ben Buyer', email: 'ben@x.test' }}
        placeOrder={placeOrder}
        onClose={onClose}
      />
      <Toaster />
    </>,
  )
})

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Book now' }))

async function fill(phone: string) {
  await userEvent.type(screen.getByLabelText('Phone'), phone)
  await userEvent.type(screen.getByLabelText('Meeting location'), 'Café Central')
}

describe('the booking form', () => {
  it('has name, email and price filled in and fixed', () => {
    const fixed = { 'Your name': 'Ben Buyer', Email: 'ben@x.test', Price: '$249.99' }
    for (const [label, value] of Object.entries(fixed)) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
      expect(screen.getByLabelText(label)).toBeDisabled()
    }
  })

  it('requires phone and meeting location', async () => {
    await submit()
    expect(await screen.findByText('Phone is required')).toBeVisible()
    expect(screen.getByText('Meeting location is required')).toBeVisible()
    expect(placeOrder).not.toHaveBeenCalled()
  })

  it('wants a number for a phone', async () => {
    await fill('call me')
    await submit()
    expect(await screen.findByText(/Enter a phone number/)).toBeVisible()
  })

  it('books, says so and closes', async () => {
    await fill('+1 555 010 0199')
    await submit()
    await screen.findByText('The Item Is Booked!')
    expect(placeOrder).toHaveBeenCalledExactlyOnceWith({
      listingId: listing.id,
      phone: '+1 555 010 0199',
      meetingPlace: 'Café Central',
    })
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('closes on a refusal too, with the words of the server', async () => {
    placeOrder.mockRejectedValueOnce(new Error('This product is already booked'))
    await fill('5550100199')
    await submit()
    await screen.findByText('This product is already booked')
    expect(onClose).toHaveBeenCalledOnce()
    expect(screen.queryByText('The Item Is Booked!')).toBeNull()
  })
})
