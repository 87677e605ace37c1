import type { GetReceiptOutput, Receipt } from '@second-ring/contracts/receipts/receipt'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type Answers, openApp } from '#testing/open-app.tsx'
import { orderDetails } from '#testing/order-details.ts'

const at = '2026-01-05T12:00:00.000Z'
const { id: orderId } = orderDetails()
const receipt: Receipt = {
  ...{ kind: 'RECEIPT', number: 'R-000042', issuedAt: at, occurredAt: at, orderId, productName: 'Pixel 8' },
  ...{ buyerName: 'Ben Buyer', sellerName: 'Nia Cole', priceCents: 20_000, amountCents: 20_000 },
  ...{ sellerCents: null, feeTax: null, corrections: [], transactionId: 'pi_123', refunds: [] },
}

const invoice = {
  ...receipt,
  ...{ kind: 'FEE_INVOICE', number: 'F-000007', amountCents: 1000, transactionId: null },
} as const satisfies Receipt

const open = (answer: () => GetReceiptOutput, { path = 'receipt', role = 'BUYER' as 'BUYER' | 'SELLER' } = {}) => {
  const answers: Answers = { 'receipts.get': answer }
  return openApp({ path: `/dashboard/orders/${orderId}/${path}`, role, answers })
}
const linesOf = async (name = 'Amounts') =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map(row => row.textContent)

describe('A receipt', () => {
  it('says who paid what to whom, and prints', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    open(() => receipt)
    expect(await screen.findByRole('heading', { name: 'Second Ring, receipt R-000042' })).toBeVisible()
    expect(document.title).toBe('Receipt | Second Ring')
    for (const text of ['Ben Buyer', 'Nia Cole', 'Pixel 8', 'pi_123']) expect(screen.getByText(text)).toBeVisible()
    expect(await linesOf()).toEqual(['Price of the phone$200.00', 'Paid$200.00'])
    await userEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute(
      'href',
      `/dashboard/orders/${orderId}`,
    )
  })

  it('says what went back since', async () => {
    open(() => ({
      ...receipt,
      refunds: [
        { amountCents: 5000, at, byBank: false },
        { amountCents: 15_000, at: '2026-01-09T10:00:00.000Z', byBank: true },
      ],
    }))
    expect(await linesOf()).toEqual([
      'Price of the phone$200.00',
      expect.stringMatching(/^Paid back on January 5, 2026.*−\$50\.00$/),
      expect.stringMatching(/^Taken back by the buyer’s bank on January 9, 2026.*−\$150\.00$/),
      'Paid in the end$0.00',
    ])
  })

  it('is the invoice of the fee for the seller', async () => {
    open(() => ({ ...invoice, sellerCents: 19_000 }), { path: 'invoice', role: 'SELLER' })
    expect(await screen.findByRole('heading', { name: 'Second Ring, fee invoice F-000007' })).toBeVisible()
    expect(await linesOf()).toEqual(['Price of the phone$200.00', 'Fee of Second Ring−$10.00', 'For the seller$190.00'])
  })

  it('is the invoice of what was kept of the rest, where some had gone back', async () => {
    open(() => ({ ...invoice, amountCents: 750, sellerCents: 14_250 }), { path: 'invoice', role: 'SELLER' })
    expect(await linesOf()).toEqual([
      'Price of the phone$200.00',
      'Given back to the buyer−$50.00',
      'Fee of Second Ring−$7.50',
      'For the seller$142.50',
    ])
  })

  it('is an invoice that names net, rate, tax and total, where the fee includes a tax', async () => {
    const taxed = { ...invoice, sellerCents: 19_000, feeTax: { basisPoints: 810, cents: 75 } }
    open(() => taxed, { path: 'invoice', role: 'SELLER' })
    expect(await linesOf()).toEqual([
      'Price of the phone$200.00',
      'Fee of Second Ring without tax−$9.25',
      'Tax on the fee, 8.1 %−$0.75',
      'Fee of Second Ring with tax−$10.00',
      'For the seller$190.00',
    ])
  })

  it('is followed by what the fee has changed by since, each a document of its own', async () => {
    const later = { issuedAt: at, occurredAt: at }
    const corrections = [
      { ...later, number: 'F-000009', amountCents: -250, feeTax: { basisPoints: 2000, cents: -42 } },
      { ...later, number: 'F-000012', amountCents: 100, feeTax: null },
    ]
    open(() => ({ ...invoice, sellerCents: 19_000, corrections }), { path: 'invoice', role: 'SELLER' })
    expect(await screen.findByRole('heading', { name: 'Second Ring, credit note F-000009' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Second Ring, further fee invoice F-000012' })).toBeVisible()
    expect(screen.getAllByText('Fee invoice F-000007')).toHaveLength(2)
    expect(await linesOf('Amounts of F-000009')).toEqual([
      'Fee given back without tax$2.08',
      'Tax given back, 20 %$0.42',
      'Fee given back with tax$2.50',
    ])
    expect(await linesOf('Amounts of F-000012')).toEqual(['Fee of Second Ring−$1.00'])
  })

  it('says when it comes while it has no number', async () => {
    open(() => null)
    expect(await screen.findByText('Your receipt gets its number within a minute after the payment.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  })
})
