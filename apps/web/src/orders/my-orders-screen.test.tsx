import type { Order } from '@second-ring/contracts/orders/order'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp, refusal } from '#testing/open-app.tsx'
import { order } from '#testing/order.ts'

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
    const row = (await screen.findByRole('heading', { name: 'Pixel 8' })).closest('tr')
    const picture = row?.querySelector('img')
    if (picture) fireEvent.error(picture)
    expect(row?.querySelector('img')).toBeNull()
    expect(row).toHaveTextContent('Pixel 8')
    expect(row).toHaveTextContent('$249.99')
    expect(screen.getByRole('link', { name: /^Pay/ })).toBeVisible()
  })
})

describe('cancelling a booking', () => {
  const cancel = vi.fn<(input: { orderId: string }) => unknown>()
  let mine: Order[]
  beforeEach(() => {
    mine = [order]
    cancel.mockReset().mockImplementation(({ orderId }) => {
      mine = [{ ...order, state: 'CANCELLED' }]
      return { orderId }
    })
    openApp({
      path: '/dashboard/myOrders',
      role: 'BUYER',
      answers: { 'orders.mine': () => ({ items: mine, nextCursor: null }), 'orders.cancel': cancel },
    })
  })
  const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }))

  it('asks first, and does nothing when it is kept', async () => {
    await press(/^Cancel booking *of Pixel 8/)
    const dialog = await screen.findByRole('alertdialog', { name: 'Cancel this booking?' })
    expect(dialog).toHaveTextContent('Pixel 8 is no longer held for you, and others can book it at once.')
    await press('Keep it')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(cancel).not.toHaveBeenCalled()
    expect(screen.getByRole('link', { name: /^Pay/ })).toBeVisible()
  })

  it('says so, and the order stays as a cancelled one', async () => {
    await press(/^Cancel booking *of Pixel 8/)
    await press('Cancel booking')
    expect(await screen.findByText('The booking of Pixel 8 is cancelled')).toBeInTheDocument()
    expect(cancel).toHaveBeenCalledExactlyOnceWith({ orderId: order.id, idempotencyKey: expect.any(String) })
    expect(await screen.findByText('Cancelled')).toBeVisible()
    expect(screen.queryByRole('link', { name: /^Pay/ })).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Pixel 8' })).toHaveFocus())
  })

  it('that is refused says the words of the server, and shows where the order stands', async () => {
    cancel.mockImplementation(() => {
      mine = [{ ...order, state: 'PAID', stage: 'PAID' }]
      throw refusal('This order is paid or has ended, so it cannot be cancelled.', 'ORDER_NOT_OPEN', 409)
    })
    await press(/^Cancel booking *of Pixel 8/)
    await press('Cancel booking')
    expect(await screen.findByText(/^This order is paid or has ended/)).toBeInTheDocument()
    expect(await screen.findByText('Paid')).toBeVisible()
  })
})

describe('the handover code', () => {
  let mine: Order[]
  const renew = vi.fn<(input: { orderId: string }) => unknown>()
  const writeText = vi.fn<(text: string) => Promise<void>>()
  beforeEach(() => {
    writeText.mockReset().mockResolvedValue(undefined)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
    mine = [{ ...order, state: 'PAID', stage: 'PAID', handoverCode: '048213' }]
    renew.mockReset().mockImplementation(() => {
      mine = [{ ...order, state: 'PAID', stage: 'PAID', handoverCode: '730911' }]
      return { handoverCode: '730911' }
    })
  })
  async function show() {
    const app = openApp({
      path: '/dashboard/myOrders',
      role: 'BUYER',
      answers: { 'orders.mine': () => ({ items: mine, nextCursor: null }), 'orders.renewHandoverCode': renew },
    })
    const button = await screen.findByRole('button', { name: /^Handover code/ })
    expect(screen.queryByText('048213')).toBeNull()
    await userEvent.click(button)
    return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Handover code' })) }
  }

  it('shows when it is asked for, and says when to hand it on', async () => {
    const { dialog } = await show()
    expect(dialog.getByText('048213')).toBeVisible()
    expect(
      dialog.getByText('For Pixel 8. Show it to the seller only when you have the phone in your hands.'),
    ).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText('048213')).toBeNull()
  })

  it('can be copied', async () => {
    const { dialog } = await show()
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Code copied')).toBeInTheDocument()
    expect(writeText).toHaveBeenCalledExactlyOnceWith('048213')
  })

  it('says when it cannot be copied', async () => {
    const { dialog } = await show()
    writeText.mockRejectedValue(new Error('denied'))
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/^This browser does not let us copy/)).toBeInTheDocument()
  })

  it('gives way to a new one', async () => {
    const { dialog } = await show()
    await userEvent.click(dialog.getByRole('button', { name: 'New code' }))
    expect(await dialog.findByText('730911')).toBeVisible()
    expect(dialog.queryByText('048213')).toBeNull()
    expect(renew).toHaveBeenCalledExactlyOnceWith({ orderId: order.id })
  })

  it('that is void is not shown, and a new one is', async () => {
    mine = [{ ...order, state: 'PAID', stage: 'PAID', handoverCode: '048213', codeUsedUp: true }]
    openApp({
      path: '/dashboard/myOrders',
      role: 'BUYER',
      answers: { 'orders.mine': () => ({ items: mine, nextCursor: null }), 'orders.renewHandoverCode': renew },
    })
    expect(await screen.findByText(/yours does not work any more\. Make a new one when you meet$/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^New handover code/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Handover code' }))
    expect(dialog.getByText(/yours does not work any more\. Make a new one\.$/)).toBeVisible()
    expect(dialog.queryByText('048213')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Copy' })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'New code' }))
    expect(await dialog.findByText('730911')).toBeVisible()
    expect(screen.queryByText(/does not work any more\./)).toBeNull()
  })

  it('stays when a new one is refused', async () => {
    renew.mockImplementation(() => {
      throw refusal('This order is not waiting for its handover.', 'ORDER_NOT_OPEN', 409)
    })
    const { dialog } = await show()
    await userEvent.click(dialog.getByRole('button', { name: 'New code' }))
    expect(await screen.findByText('This order is not waiting for its handover.')).toBeInTheDocument()
    expect(dialog.getByText('048213')).toBeVisible()
  })

  it('goes when the phone is handed over', async () => {
    await show()
    mine = [{ ...order, state: 'HANDED_OVER', stage: 'HANDED_OVER' }]
    renew.mockImplementation(() => {
      throw refusal('This order is not waiting for its handover.', 'ORDER_NOT_OPEN', 409)
    })
    await userEvent.click(screen.getByRole('button', { name: 'New code' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Handed over')).toBeVisible()
  })
})
