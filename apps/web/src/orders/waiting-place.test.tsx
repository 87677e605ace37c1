import type { WaitingPlace as Place } from '@second-ring/contracts/orders/waiting-list'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WaitingPlace } from './waiting-place.tsx'

const third: Place = { listingId: 'listing', productName: 'Pixel 8', ahead: 2, sold: false, offeredUntil: null }
const calls = { onJoin: vi.fn(), onLeave: vi.fn(), onOver: vi.fn() }
beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset()
})
afterEach(() => vi.useRealTimers())

const ui = (place: Place | undefined, busy = false) => (
  <WaitingPlace
    productName="Pixel 8"
    place={place}
    busy={busy}
    booking={<button type="button">Booking</button>}
    {...calls}
  />
)

describe('a reserved phone', () => {
  it('can be waited for', async () => {
    render(ui(undefined))
    await userEvent.click(screen.getByRole('button', { name: 'Tell me if it becomes free: Pixel 8' }))
    expect(calls.onJoin).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Booking' })).toBeNull()
  })

  it('says where one stands in line, and lets one leave', async () => {
    render(ui(third))
    expect(screen.getByText(/^You are number/)).toHaveTextContent('You are number 3 in line')
    await userEvent.click(screen.getByRole('button', { name: /^Leave *the line for Pixel 8/ }))
    expect(calls.onLeave).toHaveBeenCalledOnce()
    expect(screen.queryByRole('button', { name: 'Booking' })).toBeNull()
  })

  it('that another has paid keeps one’s place, and says so', () => {
    render(ui({ ...third, sold: true }))
    expect(screen.getByText(/^Sold to someone else/)).toBeVisible()
    expect(screen.getByRole('button', { name: /^Leave/ })).toBeVisible()
  })

  it('is there to be booked when it is one’s turn, until its time is over', () => {
    vi.useFakeTimers({ now: new Date(2026, 10, 20, 12, 5) })
    render(ui({ ...third, ahead: 0, sold: false, offeredUntil: new Date(2026, 10, 20, 14, 5).toISOString() }))
    expect(screen.getByText(/^Yours to book until/)).toHaveTextContent('Yours to book until 2:05 PM')
    expect(screen.getByRole('button', { name: 'Booking' })).toBeVisible()
    for (let minute = 0; minute < 115; minute += 1) act(() => vi.advanceTimersByTime(60_000))
    expect(calls.onOver).not.toHaveBeenCalled()
    for (let second = 0; second < 300; second += 1) act(() => vi.advanceTimersByTime(1000))
    expect(calls.onOver).toHaveBeenCalledOnce()
  })

  it('keeps the focus of who joins and leaves', async () => {
    const { rerender } = render(ui(undefined))
    await userEvent.click(screen.getByRole('button', { name: /^Tell me/ }))
    rerender(ui(third))
    expect(screen.getByRole('button', { name: /^Leave/ })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    rerender(ui(undefined))
    expect(screen.getByRole('button', { name: /^Tell me/ })).toHaveFocus()
  })

  it('takes no focus of someone else’s doing', () => {
    const { rerender } = render(ui(undefined))
    rerender(ui(third))
    expect(document.body).toHaveFocus()
  })

  it('cannot be joined twice while it is on its way', async () => {
    render(ui(undefined, true))
    await userEvent.click(screen.getByRole('button', { name: /^Tell me/ }))
    expect(calls.onJoin).not.toHaveBeenCalled()
  })
})
