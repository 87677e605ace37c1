import type { NoShow } from '@second-ring/contracts/orders/no-show'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openApp } from '#testing/open-app.tsx'
import { orderDetails } from '#testing/order-details.ts'

const at = '2026-01-06T12:00:00.000Z'
const idempotencyKey = expect.any(String)
let order: OrderDetails
beforeEach(() => {
  order = orderDetails({ state: 'PAID', handoverDueAt: at, can: ['proposeCancellation'] })
})

const open = (answers: Answers = {}) =>
  openApp({
    path: `/dashboard/orders/${order.id}`,
    role: order.viewer === 'seller' ? 'SELLER' : order.viewer === 'admin' ? 'ADMIN' : 'BUYER',
    answers: {
      'orders.details': () => order,
      'payments.ofOrder': () => ({ payments: [], receipts: [] }),
      'earnings.deal': () => ({
        ...{ orderId: order.id, productName: 'Pixel 8', buyerName: 'Ben Buyer' },
        ...{ priceCents: 20_000, returnedCents: 0, feeCents: 1000, arrivesCents: 19_000, keptCents: 0 },
        ...{ state: 'paid', at, disputed: false },
      }),
      ...answers,
    },
  })

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const paid = (overrides: Partial<OrderDetails>) => orderDetails({ state: 'PAID', handoverDueAt: at, ...overrides })
const cancellation = { id: 'proposal', reason: 'Found another', relist: null, proposedAt: at, dueAt: at }
const noShow: NoShow = {
  id: 'report',
  by: 'buyer',
  text: 'I waited',
  meetingTime: at,
  state: 'OPEN',
  reportedAt: at,
  answerDueAt: at,
  answer: null,
}

describe('a sale that does not work out', () => {
  it('is not shown before it is paid', async () => {
    order = orderDetails()
    open()
    expect(await screen.findByRole('heading', { name: 'The meeting' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'If it does not work out' })).not.toBeInTheDocument()
  })

  it.each([
    ['buyer', 'the seller', /; if you never agree on one, your money goes back by itself on January 6, 2026/],
    ['seller', 'the buyer', /has passed\.$/],
  ] as const)('says to its %s when they can report that the other did not come', async (viewer, other, rest) => {
    order = paid({ viewer, can: ['proposeCancellation'] })
    open()
    const hint = await screen.findByText(
      new RegExp(`^If ${other} does not come, you can say so here once a time that you both agreed on has passed`),
    )
    expect(hint).toHaveTextContent(rest)
  })

  it.each<[string, Partial<OrderDetails>]>([
    ['they can report it', { can: ['reportNoShow'] }],
    ['they have reported it', { noShows: [{ ...noShow, state: 'DENIED' }] }],
    ['the bank decides', { disputed: true, can: ['proposeCancellation'] }],
    ['an admin reads it', { viewer: 'admin', noShows: [{ ...noShow, by: 'seller', state: 'DENIED' }] }],
  ])('says nothing of it once %s', async (_when, change) => {
    order = paid({ can: [], ...change })
    open()
    await screen.findByRole('heading', { name: 'If it does not work out' })
    expect(screen.queryByText(/does not come, you can say so/)).toBeNull()
  })

  it('is proposed to be cancelled by its buyer, with a reason', async () => {
    const propose = vi.fn(() => ({ proposalId: 'proposal', dueAt: at }))
    open({ 'orders.proposeCancellation': propose })
    await press('Propose to cancel')
    const asked = await dialog()
    expect(asked.queryByText('What happens to the phone?')).not.toBeInTheDocument()
    await userEvent.type(asked.getByLabelText('Reason'), 'Found another')
    await userEvent.click(asked.getByRole('button', { name: 'Propose to cancel' }))
    expect(await screen.findByText('Proposed. The other side is asked.')).toBeInTheDocument()
    expect(propose).toHaveBeenCalledWith({ orderId: order.id, reason: 'Found another', idempotencyKey })
  })

  it('is cancelled by its seller, who says what happens to the phone', async () => {
    order = paid({
      viewer: 'seller',
      cancellation: { ...cancellation, by: 'buyer' },
      can: ['acceptCancellation', 'declineCancellation'],
    })
    const accept = vi.fn(() => ({ proposalId: 'proposal' }))
    open({ 'orders.acceptCancellation': accept })
    expect(await screen.findByText('Reason: Found another')).toBeVisible()
    await press('Accept and cancel')
    const asked = await dialog()
    await userEvent.click(asked.getByRole('button', { name: 'Cancel the sale' }))
    expect(await asked.findByText('Choose what happens to the phone')).toBeVisible()
    await userEvent.click(asked.getByRole('radio', { name: /^It is for sale again/ }))
    await userEvent.click(asked.getByRole('button', { name: 'Cancel the sale' }))
    expect(await screen.findByText('Cancelled: the payment goes back')).toBeInTheDocument()
    expect(accept).toHaveBeenCalledWith({ orderId: order.id, proposalId: 'proposal', relist: true, idempotencyKey })
  })

  it.each([
    ['buyer', 'Decline to cancel', 'orders.declineCancellation', 'declineCancellation', 'Declined: the sale goes on'],
    [
      'seller',
      'Withdraw the proposal',
      'orders.withdrawCancellation',
      'withdrawCancellation',
      'Withdrawn: the sale goes on',
    ],
  ] as const)('goes on when the %s presses ‘%s’', async (viewer, button, path, act, said) => {
    order = paid({ viewer, cancellation: { ...cancellation, by: 'seller', relist: true }, can: [act] })
    const answer = vi.fn(() => ({ proposalId: 'proposal' }))
    open({ [path]: answer })
    expect(await screen.findByText('The phone is for sale again then.')).toBeVisible()
    await press(button)
    expect(await screen.findByText(said)).toBeInTheDocument()
    expect(answer).toHaveBeenCalledWith({ orderId: order.id, proposalId: 'proposal', idempotencyKey })
  })

  it('has a meeting to which the seller did not come, as the buyer reports', async () => {
    order = paid({ can: ['reportNoShow'] })
    const report = vi.fn(() => ({ orderId: order.id, answerDueAt: at }))
    open({ 'orders.reportNoShow': report })
    await press('The seller did not come')
    const asked = await dialog()
    await userEvent.type(asked.getByLabelText('What happened'), 'I waited')
    await userEvent.click(asked.getByRole('button', { name: 'Report that the seller did not come' }))
    expect(await screen.findByText('Reported. The other side is asked.')).toBeInTheDocument()
    expect(report).toHaveBeenCalledWith({ orderId: order.id, text: 'I waited', idempotencyKey })
  })

  it('is answered by who is said not to have come: so it is, after a question', async () => {
    order = paid({ viewer: 'seller', noShows: [noShow], can: ['admitNoShow', 'denyNoShow'] })
    const admit = vi.fn(() => ({ orderId: order.id }))
    open({ 'orders.admitNoShow': admit })
    expect(await screen.findByText(/^Without an answer by .* the money goes back to the buyer\.$/)).toBeVisible()
    await press('I did not come')
    const asked = within(await screen.findByRole('alertdialog'))
    await userEvent.click(asked.getByRole('button', { name: 'I did not come' }))
    expect(await screen.findByText('Answered: the payment goes back')).toBeInTheDocument()
    expect(admit).toHaveBeenCalledWith({ orderId: order.id, idempotencyKey })
  })

  it('is answered by who is said not to have come: it is not so, and why', async () => {
    order = paid({ viewer: 'seller', noShows: [noShow], can: ['admitNoShow', 'denyNoShow'] })
    const deny = vi.fn(() => ({ orderId: order.id }))
    open({ 'orders.denyNoShow': deny })
    await press('That is not so')
    const asked = await dialog()
    await userEvent.type(asked.getByLabelText('What happened'), 'I was there')
    await userEvent.click(asked.getByRole('button', { name: 'I was there' }))
    expect(await screen.findByText('Answered: the sale goes on')).toBeInTheDocument()
    expect(deny).toHaveBeenCalledWith({ orderId: order.id, text: 'I was there', idempotencyKey })
  })

  it('shows an admin what both sides say', async () => {
    order = paid({ viewer: 'admin', noShows: [{ ...noShow, state: 'DENIED', answer: 'I was there' }], can: ['refund'] })
    open()
    expect(await screen.findByText(/^Ben Buyer says that the seller did not come on/)).toBeVisible()
    expect(screen.getByText('I waited')).toBeVisible()
    expect(screen.getByText('The seller said that it is not so.')).toBeVisible()
    expect(screen.getByText('I was there')).toBeVisible()
  })
})
