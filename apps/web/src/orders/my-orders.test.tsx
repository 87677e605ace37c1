import type { Order, OrderState } from '@second-ring/contracts/orders/order'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { order } from '#testing/order.ts'
import { renderInRouter } from '#testing/render-in-router.tsx'
import { HoldTime } from './hold-time.tsx'
import { MyOrders } from './my-orders.tsx'

const actions = { onCancel: vi.fn(), onShowCode: vi.fn(), onHoldOver: vi.fn() }
beforeEach(() => {
  for (const action of Object.values(actions)) action.mockClear()
})

describe('my orders', () => {
  it('lead to the payment of one that is not paid', async () => {
    await renderInRouter(<MyOrders orders={[order]} {...actions} />)
    expect(screen.getByRole('link', { name: /^Pay/ })).toHaveAttribute('href', `/dashboard/payment/${order.id}`)
    expect(screen.getByText('$249.99')).toBeVisible()
    expect(screen.queryByText('Paid')).toBeNull()
  })

  it.each<[OrderState, string]>([
    ['PAID', 'Paid'],
    ['HANDED_OVER', 'Paid'],
    ['CANCELLED', 'Cancelled'],
    ['EXPIRED', 'Expired'],
    ['REFUNDED', 'Refunded'],
  ])('say of one that is %s: %s', async (state, label) => {
    await renderInRouter(<MyOrders orders={[{ ...order, state }]} {...actions} />)
    expect(screen.getByText(label)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('do not lead to the payment of one without a price', async () => {
    await renderInRouter(<MyOrders orders={[{ ...order, priceCents: 0 }]} {...actions} />)
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('are a table with a head for each column', async () => {
    await renderInRouter(<MyOrders orders={[order]} {...actions} />)
    expect(screen.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
      'Product',
      'Meeting location',
      'Price',
      'Payment',
    ])
  })

  it.each<[OrderState, string]>([
    ['HANDED_OVER', 'Handed over'],
    ['CANCELLED', 'The phone is no longer held for you.'],
    ['EXPIRED', 'It was not paid in time.'],
    ['REFUNDED', 'Its page says where your money is.'],
  ])('tell what became of one that is %s: %s', async (state, words) => {
    await renderInRouter(<MyOrders orders={[{ ...order, state }]} {...actions} />)
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.queryByText(/Held for you/)).toBeNull()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('say that a payment is disputed', async () => {
    await renderInRouter(<MyOrders orders={[{ ...order, state: 'PAID', disputed: true }]} {...actions} />)
    expect(screen.getByText('Disputed')).toBeVisible()
    expect(screen.getByText('Your bank is looking into this payment.')).toBeVisible()
    expect(screen.getByText('Paid')).toBeVisible()
  })

  it('can be cancelled while they are not paid', async () => {
    await renderInRouter(<MyOrders orders={[order]} {...actions} />)
    await userEvent.click(screen.getByRole('button', { name: /^Cancel booking *of Pixel 8/ }))
    expect(actions.onCancel).toHaveBeenCalledExactlyOnceWith(order)
    expect(screen.queryByRole('button', { name: /^Handover code/ })).toBeNull()
  })

  it('have their code behind a button once they are paid', async () => {
    const paid: Order = { ...order, state: 'PAID', handoverCode: '048213' }
    await renderInRouter(<MyOrders orders={[paid]} {...actions} />)
    expect(screen.queryByText(/048213/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Handover code *of Pixel 8/ }))
    expect(actions.onShowCode).toHaveBeenCalledExactlyOnceWith(paid)
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })
})

describe('the hold of an order', () => {
  afterEach(() => vi.useRealTimers())

  it('counts down to the instant that the server names, and asks anew when it is over', () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 8, 57, 30) })
    const { container } = render(<HoldTime order={order} onOver={actions.onHoldOver} />)
    expect(container).toHaveTextContent(/^Held for you until .*3 h 2 min left$/)
    act(() => vi.advanceTimersByTime(30_000))
    act(() => vi.advanceTimersByTime(60_000))
    expect(container).toHaveTextContent(/3 h 1 min left$/)
    expect(actions.onHoldOver).not.toHaveBeenCalled()
    vi.setSystemTime(Date.UTC(2026, 10, 22, 12))
    act(() => vi.advanceTimersByTime(60_000))
    expect(container).toHaveTextContent(/The hold has ended$/)
    expect(actions.onHoldOver).toHaveBeenCalledOnce()
  })
})
