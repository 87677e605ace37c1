import type { Order, OrderState } from '@second-ring/contracts/orders/order'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { order } from '#testing/order.ts'
import { renderInRouter } from '#testing/render-in-router.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { HoldTime } from './hold-time.tsx'
import { MyOrders } from './my-orders.tsx'

const due = '2999-11-27T15:00:00.000Z'
const paid: Order = { ...order, state: 'PAID', stage: 'PAID', dueAt: due, handoverCode: '048213' }
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
    await renderInRouter(<MyOrders orders={[{ ...paid, disputed: true }]} {...actions} />)
    expect(screen.getByText('Disputed')).toBeVisible()
    const words = 'Your bank is looking into this payment. Nothing can be handed over until it has decided'
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.getByText('Paid')).toBeVisible()
    // Nobody gives a code away meanwhile.
    expect(screen.queryByRole('button', { name: /^Handover code/ })).toBeNull()
    expect(screen.queryByText(/^Meet the seller/)).toBeNull()
  })

  it('can be cancelled while they are not paid', async () => {
    await renderInRouter(<MyOrders orders={[order]} {...actions} />)
    await userEvent.click(screen.getByRole('button', { name: /^Cancel booking *of Pixel 8/ }))
    expect(actions.onCancel).toHaveBeenCalledExactlyOnceWith(order)
    expect(screen.queryByRole('button', { name: /^Handover code/ })).toBeNull()
  })

  it('have their code behind a button once they are paid', async () => {
    await renderInRouter(<MyOrders orders={[paid]} {...actions} />)
    expect(screen.queryByText(/048213/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Handover code *of Pixel 8/ }))
    expect(actions.onShowCode).toHaveBeenCalledExactlyOnceWith(paid)
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull()
  })
})

describe('what waits in an order is in its row, with the way to its page', () => {
  it.each<[string, Partial<Order>, string]>([
    ['a meeting', {}, `Meet the seller by ${exactMoment(due)}, or your money goes back`],
    [
      'the answer to a handover without the code',
      { stage: 'HANDOVER_CLAIMED' },
      `The seller says that you have the phone. Answer by ${exactMoment(due)}, or an admin decides`,
    ],
    [
      'the answer to a no-show',
      { stage: 'NO_SHOW_OF_BUYER' },
      `The seller says that you did not come. Answer by ${exactMoment(due)}, or the sale goes on`,
    ],
    [
      'the answer to a proposal to cancel',
      { cancellation: { by: 'seller', dueAt: due } },
      `The seller proposes to cancel the sale. Answer by ${exactMoment(due)}, or it goes on`,
    ],
    [
      'another meeting',
      { meetingProposedBy: 'seller' },
      'The seller proposes another place or time to meet: accept or decline it',
    ],
    [
      'a phone to check',
      { state: 'HANDED_OVER', stage: 'HANDED_OVER' },
      `Is all fine? You can report a problem until ${exactMoment(due)}, then the money is the seller’s`,
    ],
    [
      'an offer',
      { state: 'CLAIMED', stage: 'CLAIM_OFFERED' },
      `The seller offers a part of the money back. Answer by ${exactMoment(due)}, or an admin decides`,
    ],
    [
      'a void code',
      { codeUsedUp: true },
      'The seller has entered too many wrong codes, and yours does not work any more. Make a new one when you meet',
    ],
  ])('%s', async (what, change, words) => {
    await renderInRouter(<MyOrders orders={[{ ...paid, ...change }]} {...actions} />)
    expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === words)).toBeVisible()
    const link = screen.queryByRole('link', { name: /^See the order *of Pixel 8/ })
    if (what === 'a meeting') expect(link).toBeNull()
    else expect(link).toHaveAttribute('href', `/dashboard/orders/${order.id}`)
  })

  it('what the other side is asked is no call to the reader', async () => {
    const change = { cancellation: { by: 'buyer', dueAt: due }, meetingProposedBy: 'buyer' } as const
    await renderInRouter(<MyOrders orders={[{ ...paid, ...change }]} {...actions} />)
    expect(screen.getByText(/^You propose to cancel the sale\. The seller can answer until/)).toBeVisible()
    expect(screen.getByText(/^You propose another place or time to meet/)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^See the order/ })).toBeNull()
  })

  it('no code is offered while the buyer is asked whether they have the phone, as on its page', async () => {
    await renderInRouter(<MyOrders orders={[{ ...paid, stage: 'HANDOVER_CLAIMED' }]} {...actions} />)
    expect(screen.queryByRole('button', { name: /^Handover code/ })).toBeNull()
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
