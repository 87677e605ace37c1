import type { OrderState } from '@second-ring/contracts/orders/order'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { order } from '../testing/order.ts'
import { renderInRouter } from '../testing/render-in-router.tsx'
import { MyOrders } from './my-orders.tsx'

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
