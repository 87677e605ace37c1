import type { Order } from '@second-ring/contracts/orders/order'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectCaughtErrors, openApp, refusal } from '../../../app/open-app.tsx'
import { order } from '../../../testing/order.ts'

const open = (byId: () => Order, createIntent?: () => unknown) =>
  openApp({
    path: `/dashboard/payment/${order.id}`,
    role: 'BUYER',
    answers: { 'orders.byId': byId, ...(createIntent && { 'payments.createIntent': createIntent }) },
  })

describe('the payment of an order', () => {
  it('says what is paid for and how much; Pay waits for the library and the client secret', async () => {
    open(() => order)
    expect(await screen.findByRole('heading', { name: 'Make payment for Pixel 8' })).toBeVisible()
    expect(screen.getByText('Please pay $249.99 to purchase.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Pay $249.99' })).toBeDisabled()
  })

  it('that is paid says Paid, and asks for nothing', async () => {
    open(() => ({ ...order, state: 'PAID' }))
    expect(await screen.findByText('Paid')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'See my orders' })).toHaveAttribute('href', '/dashboard/myOrders')
  })

  it('that has ended meanwhile says so, and has nothing to press', async () => {
    open(
      () => order,
      () => {
        throw refusal('This order has expired.', 'ORDER_NOT_PAYABLE', 409)
      },
    )
    expect(await screen.findByText('This order has expired.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'See my orders' })).toBeVisible()
  })

  it('that cannot begin says why, and can be tried again', async () => {
    open(
      () => order,
      () => {
        throw refusal('The card payments are closed', 'INVALID_INPUT', 400)
      },
    )
    expect(await screen.findByText('The card payments are closed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Pay $249.99' })).toBeDisabled()
  })

  it('is loaded before the page shows; one that is not there is an error page', async () => {
    expectCaughtErrors()
    open(() => {
      throw refusal('You have no such order.', 'NOT_FOUND', 404)
    })
    expect(await screen.findByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
    expect(screen.queryByText(/^Make payment for/)).toBeNull()
  })

  it('that is another’s, who may read it, is an error page too', async () => {
    expectCaughtErrors()
    open(() => ({ ...order, buyerEmail: 'someone-else@example.test' }))
    expect(await screen.findByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
    expect(screen.getByText('You have no such order.')).toBeVisible()
  })
})
