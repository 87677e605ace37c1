import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { openApp, refusal } from '../../../app/open-app.tsx'
import { order } from '../../../testing/order.ts'

const open = (mine?: () => unknown) =>
  openApp({ path: '/dashboard/myOrders', role: 'BUYER', ...(mine && { answers: { 'orders.mine': mine } }) })

describe('My orders', () => {
  it('shows a skeleton while they load', async () => {
    open()
    expect(await screen.findByText('Loading your orders')).toBeInTheDocument()
    expect(screen.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible()
  })

  it('says when there are none, and where to find a phone', async () => {
    open(() => ({ items: [], nextCursor: null }))
    expect(await screen.findByText('You have not booked anything yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Find a phone' })).toHaveAttribute('href', '/')
  })

  it('says why they did not load, and loads them on demand', async () => {
    let down = true
    open(() => {
      if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
      return { items: [order], nextCursor: null }
    })
    expect(await screen.findByText('Your orders did not load')).toBeVisible()
    expect(screen.getByText('The shop is closed')).toBeVisible()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'My orders' })).toHaveFocus()
  })

  it('stay whole when the picture of a phone is gone', async () => {
    open(() => ({ items: [order], nextCursor: null }))
    const row = (await screen.findByRole('heading', { name: 'Pixel 8' })).closest('li')
    const picture = row?.querySelector('img')
    if (picture) fireEvent.error(picture)
    expect(row?.querySelector('img')).toBeNull()
    expect(row).toHaveTextContent('Pixel 8')
    expect(row).toHaveTextContent('$249.99')
    expect(screen.getByRole('link', { name: /^Pay/ })).toBeVisible()
  })
})
