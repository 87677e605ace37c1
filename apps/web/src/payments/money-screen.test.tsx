import type { ListOpenMoneyInput, OpenMoney } from '@second-ring/contracts/payments/open-money'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

const at = '2026-01-05T12:00:00.000Z'
const item = (overrides: Partial<OpenMoney>): OpenMoney => ({
  kind: 'failed',
  id: 'payment',
  paymentId: 'payment',
  orderId: 'order',
  transactionId: 'pi_123',
  amountCents: 24_999,
  productName: 'Pixel 8',
  buyerName: 'Ben Buyer',
  sellerId: 'seller',
  sellerName: 'Nia Cole',
  state: 'FAILED',
  reason: 'expired_or_canceled_card',
  since: at,
  dueAt: null,
  ...overrides,
})

let items: OpenMoney[]
const open = vi.fn(({ kind }: ListOpenMoneyInput) => ({
  items: items.filter(one => !kind || one.kind === kind),
  nextCursor: null,
}))
const askAgain = vi.fn(() => ({ refundId: 'refund' }))
const settleOutside = vi.fn(() => ({ refundId: 'refund' }))
const decide = vi.fn(() => ({ unmatchedChargeId: 'charge' }))
const summary = vi.fn(() => ({
  open: { owed: 0, failed: 1, pending: 0, disputed: 0, unmatched: 1, unclaimed: 0 },
  lostCents: 0,
  lastCheck: { finishedAt: at, violations: ['A rule: payment 1 has no charge'], violationCount: 1 },
}))

beforeEach(() => {
  items = [
    item({}),
    item({
      kind: 'unmatched',
      reason: 'second-charge',
      id: 'charge',
      paymentId: null,
      orderId: null,
      sellerId: null,
      productName: '',
      state: 'WAITING',
    }),
  ]
  vi.clearAllMocks()
})

const visit = () =>
  openApp({
    path: '/dashboard/Money',
    role: 'ADMIN',
    answers: {
      'payments.open': open,
      'payments.summary': summary,
      'payments.askRefundAgain': askAgain,
      'payments.settleRefundOutside': settleOutside,
      'payments.decideUnmatched': decide,
    },
  })

describe('Money', () => {
  it('tells what is open, and what the last check of the ledger found', async () => {
    visit()
    expect(await screen.findByRole('link', { name: 'Pixel 8' })).toHaveAttribute('href', '/dashboard/orders/order')
    expect(await screen.findByText('Expired or canceled card')).toBeVisible()
    expect(await screen.findByText('A rule: payment 1 has no charge')).toBeVisible()
    expect(document.title).toBe('Money | Second Ring')
  })

  it('tells what the market has lost', async () => {
    summary.mockReturnValueOnce({ ...summary(), lostCents: 5000 })
    visit()
    expect(await screen.findByText(/^The market has lost \$50:/)).toBeVisible()
  })

  it('tells of money on a seller’s account whose it is, and leads to them', async () => {
    const reason = 'the seller’s account at the payment provider pays nothing out'
    items = [
      item({
        ...{ kind: 'unclaimed', paymentId: null, orderId: null, productName: '', buyerName: '', state: null },
        ...{ transactionId: 'acct_123', reason },
      }),
    ]
    visit()
    expect(await screen.findByRole('link', { name: 'Money of Nia Cole at the payment provider' })).toHaveAttribute(
      'href',
      '/dashboard/users/seller',
    )
    expect(screen.getByText(reason)).toBeVisible()
    expect(screen.queryByText(/bought from/)).toBeNull()
  })

  it('asks for a failed refund again', async () => {
    visit()
    await userEvent.click(await screen.findByRole('button', { name: 'Ask again now' }))
    expect(await screen.findByText('The provider is asked again')).toBeInTheDocument()
    expect(askAgain).toHaveBeenCalledWith({ paymentId: 'payment' })
  })

  it('records that a failed refund was paid back another way, with how', async () => {
    visit()
    await userEvent.click(await screen.findByRole('button', { name: 'Paid back another way' }))
    await userEvent.type(await screen.findByLabelText('How it was paid back'), 'ab')
    await userEvent.click(screen.getByRole('button', { name: 'It was paid back' }))
    expect(await screen.findByText('Use at least 3 characters')).toBeVisible()
    await userEvent.type(screen.getByLabelText('How it was paid back'), 'c transfer')
    await userEvent.click(screen.getByRole('button', { name: 'It was paid back' }))
    expect(await screen.findByText('Recorded. The buyer is notified.')).toBeInTheDocument()
    expect(settleOutside).toHaveBeenCalledWith({ paymentId: 'payment', note: 'abc transfer' })
  })

  it('gives a charge back that fits no order, with a reason', async () => {
    visit()
    await userEvent.click(await screen.findByRole('button', { name: 'Give it back' }))
    await userEvent.type(await screen.findByLabelText('Reason'), 'Charged twice')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Give it back' }))
    expect(await screen.findByText('It goes back')).toBeInTheDocument()
    expect(decide).toHaveBeenCalledWith({ unmatchedChargeId: 'charge', decision: 'return', reason: 'Charged twice' })
  })

  it('is narrowed to one kind, and says when nothing is open', async () => {
    visit()
    await userEvent.selectOptions(await screen.findByLabelText('Show'), 'Disputed')
    expect(await screen.findByText('Nothing is open')).toBeVisible()
    expect(location.search).toBe('?kind=disputed')
  })
})
