import type { Order, OrderState } from '@second-ring/contracts/orders/order'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderInRouter } from '../testing/render-in-router.tsx'
import { MyOrders } from './my-orders.tsx'

const order: Order = {
  id: '0190a000-0000-7000-8000-000000000001',
  listingId: '0190a000-0000-7000-8000-000000000002',
  productName: 'Pixel 8',
  image: { url: '/images/a.webp' },
  priceCents: 24_999,
  buyerName: 'Ben',
  buyerEmail: 'ben@x.test',
  meetingPlace: 'Café Central',
  phone: '5550100199',
  state: 'PLACED',
  reservedUntil: '2026-11-22T12:00:00.000Z',
  placedAt: '2026-11-20T12:00:00.000Z',
}

describe('my orders', () => {
  it('lead to the payment of one that is not paid', async () => {
    await renderInRouter(<MyOrders orders={[order]} />)
    expect(screen.getByRole('link', { name: /^Pay/ })).toHaveAttribute('href', `/dashboard/payment/${order.id}`)
    expect(screen.getByText('$249.99')).toBeVisible()
    expect(screen.queryByText('Paid')).toBeNull()
  })

  it.each<[OrderState, string]>([
    ['PAID', 'Paid'],
    ['COMPLETED', 'Paid'],
    ['CANCELLED', 'Cancelled'],
    ['EXPIRED', 'Expired'],
    ['REFUNDED', 'Refunded'],
  ])('say of one that is %s: %s', async (state, label) => {
    await renderInRouter(<MyOrders orders={[{ ...order, state }]} />)
    expect(screen.getByText(label)).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('do not lead to the payment of one without a price', async () => {
    await renderInRouter(<MyOrders orders={[{ ...order, priceCents: 0 }]} />)
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
  })

  it('stand in a table where there is room', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
    await renderInRouter(<MyOrders orders={[order]} />)
    expect(screen.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
      'Product',
      'Meeting location',
      'Price',
      'Payment',
    ])
  })
})
