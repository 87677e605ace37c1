import type { Order } from '@second-ring/contracts/orders/order'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCharge, rememberCharge } from '#orders/charged-orders.ts'
import { expectCaughtErrors, openApp, refusal } from '#testing/open-app.tsx'
import { order } from '#testing/order.ts'

const open = (byId: () => Order, createIntent?: () => unknown) =>
  openApp({
    path: `/dashboard/payment/${order.id}`,
    role: 'BUYER',
    answers: { 'orders.byId': byId, ...(createIntent && { 'payments.createIntent': createIntent }) },
  })

const confirm = vi.fn<() => unknown>()

/** Opens the payment of an order that was charged at this browser and is not recorded yet. */
function openCharged(byId: () => Order) {
  rememberCharge(order.id, 'pi_7')
  const createIntent = vi.fn<() => unknown>()
  const answers = {
    'orders.byId': byId,
    'orders.mine': () => ({ items: [byId()], nextCursor: null }),
    'payments.createIntent': createIntent,
    'payments.confirm': confirm,
  }
  return { ...openApp({ path: `/dashboard/payment/${order.id}`, role: 'BUYER', answers }), createIntent }
}

beforeEach(() => {
  confirm.mockReset()
  forgetCharge(order.id)
})

describe('the payment of an order', () => {
  it('says what is paid for and how much; Pay waits for the library and the client secret', async () => {
    open(() => order)
    expect(await screen.findByRole('heading', { name: 'Make payment for Pixel 8' })).toBeVisible()
    expect(screen.getByText('Please pay $249.99 to purchase.')).toBeVisible()
    expect(screen.getByText(/^The market holds your money until/)).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Pay $249.99' })).toBeDisabled()
  })

  it('that is paid says Paid, and asks for nothing', async () => {
    open(() => ({ ...order, state: 'PAID' }))
    expect(await screen.findByText('Paid')).toBeVisible()
    expect(screen.queryByText(/^Please pay/)).toBeNull()
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

describe('an order that is charged and not recorded yet', () => {
  it('has nothing to pay, on its own page and under My orders, until the record is there', async () => {
    confirm.mockReturnValue(new Promise(() => undefined))
    const { router, createIntent } = openCharged(() => order)
    expect(await screen.findByText('Your payment was taken and is being recorded.')).toBeVisible()
    expect(screen.getByText('pi_7')).toBeVisible()
    expect(screen.queryByText(/^Please pay/)).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    expect(createIntent).not.toHaveBeenCalled()
    await router.navigate({ to: '/dashboard/myOrders' })
    expect(await screen.findByText('Payment being recorded')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('is reported again by itself after the server was away, and then says so', async () => {
    let state: Order['state'] = 'PLACED'
    confirm
      .mockImplementationOnce(() => {
        throw refusal('Second Ring is busy.', 'PROVIDER_UNAVAILABLE', 503)
      })
      .mockImplementation(() => {
        state = 'PAID'
        return { paymentId: order.id, transactionId: 'pi_7' }
      })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    openCharged(() => ({ ...order, state }))
    await vi.waitFor(() => expect(confirm).toHaveBeenCalledOnce())
    expect(await screen.findByText('Your payment was taken and is being recorded.')).toBeVisible()
    await vi.advanceTimersByTimeAsync(2000)
    expect(await screen.findAllByText('Congrats! your payment completed')).not.toHaveLength(0)
    expect(screen.queryByText('Your payment was taken and is being recorded.')).toBeNull()
    expect(screen.queryByText(/^Please pay/)).toBeNull()
    expect(confirm).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })
})
