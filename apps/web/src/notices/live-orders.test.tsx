import type { Order } from '@second-ring/contracts/orders/order'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { OpenStream } from '#live/keep-stream.ts'
import { openApp } from '#testing/open-app.tsx'
import { order } from '#testing/order.ts'
import { orderDetails } from '#testing/order-details.ts'
import { ownListing } from '#testing/own-listing.ts'

let stream: Parameters<OpenStream>[0] | undefined
vi.mock(import('#live/open-stream.ts'), async actual => ({
  ...(await actual()),
  streamOf: (): OpenStream => on => {
    stream = on
    on.onConnected()
    return { unsubscribe: () => undefined }
  },
}))
beforeEach(() => {
  stream = undefined
})

async function changed(): Promise<void> {
  await waitFor(() => expect(stream).toBeDefined())
  await act(async () => stream?.onOrders())
}

it('an open My orders turns by itself when the payment is settled elsewhere', async () => {
  let state: Order['state'] = 'PLACED'
  openApp({
    path: '/dashboard/myOrders',
    role: 'BUYER',
    answers: { 'orders.mine': () => ({ items: [{ ...order, state }], nextCursor: null }) },
  })
  expect(await screen.findByRole('link', { name: /^Pay/ })).toBeVisible()
  state = 'PAID'
  await changed()
  expect(await screen.findByText('Paid')).toBeVisible()
  expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
})

it('an open order’s page turns by itself, with its money', async () => {
  let isPaid = false
  const paidAt = '2026-01-05T12:00:00.000Z'
  openApp({
    path: `/dashboard/orders/${orderDetails().id}`,
    role: 'BUYER',
    answers: {
      'orders.details': () =>
        orderDetails(
          isPaid
            ? {
                state: 'PAID',
                can: [],
                events: [{ kind: 'paid', at: paidAt, by: 'market', reason: null, meetingTime: null }],
              }
            : {},
        ),
      'payments.ofOrder': () => ({
        receipts: [],
        payments: isPaid
          ? [
              {
                id: 'payment',
                transactionId: 'pi_123',
                amountCents: 24_999,
                state: 'SUCCEEDED',
                startedAt: paidAt,
                paidAt,
                owedCents: 0,
                refunds: [],
                disputes: [],
              },
            ]
          : [],
      }),
    },
  })
  expect(await screen.findByRole('link', { name: 'Pay' })).toBeVisible()
  isPaid = true
  await changed()
  expect(await screen.findByText('pi_123')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Pay' })).toBeNull()
})

it('an open My products turns by itself when its phone is booked', async () => {
  let isBooked = false
  openApp({
    path: '/dashboard/MyProducts',
    role: 'SELLER',
    answers: {
      'listings.mine': () => ({
        items: [{ ...ownListing, state: isBooked ? 'RESERVED' : 'AVAILABLE' }],
        nextCursor: null,
      }),
    },
  })
  expect(await screen.findByText('Available')).toBeVisible()
  isBooked = true
  await changed()
  expect(await screen.findByText('Booked')).toBeVisible()
})
