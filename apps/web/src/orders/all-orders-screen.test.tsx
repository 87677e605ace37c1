import type { ListAllOrdersInput, OverseenOrder } from '@second-ring/contracts/orders/oversee-orders'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp, refusal } from '#testing/open-app.tsx'

function anOrder(productName: string, overrides: Partial<OverseenOrder> = {}): OverseenOrder {
  return {
    id: productName,
    listingId: 'listing',
    productName,
    priceCents: 24_999,
    buyerId: 'ben-buyer',
    buyerName: 'Ben Buyer',
    sellerId: 'nia',
    sellerName: 'Nia Cole',
    state: 'PAID',
    disputed: false,
    moneyHeld: false,
    undecided: false,
    setAside: false,
    refund: null,
    placedAt: '2026-01-05T12:00:00.000Z',
    ...overrides,
  }
}

let orders: OverseenOrder[]
const all = vi.fn(({ state, search = '' }: ListAllOrdersInput): unknown => ({
  items: orders.filter(order => (!state || order.state === state) && order.productName.includes(search)),
  nextCursor: null,
}))
const refund = vi.fn<(input: { orderId: string }) => unknown>()

beforeEach(() => {
  orders = [
    anOrder('Pixel 8'),
    anOrder('Nokia 3310', { state: 'HANDED_OVER', disputed: true }),
    anOrder('Galaxy S9', { state: 'PLACED', buyerName: '' }),
  ]
  all.mockClear()
  refund.mockReset().mockImplementation(({ orderId }) => {
    orders = orders.map(order => (order.id === orderId ? { ...order, state: 'REFUNDED' } : order))
    return { orderId }
  })
})

const open = (path = '/dashboard/AllOrders') =>
  openApp({ path, role: 'ADMIN', answers: { 'orders.all': all, 'payments.refund': refund } })

async function row(productName: string) {
  const found = (await screen.findByRole('heading', { name: productName })).closest('tr')
  if (!found) throw new Error(`${productName} has no row`)
  return within(found)
}

async function sendRefund(productName: string) {
  await userEvent.click((await row(productName)).getByRole('button', { name: new RegExp(`^Refund *${productName}`) }))
  await userEvent.type(await screen.findByLabelText('Reason'), 'Not as described')
  await userEvent.click(screen.getByRole('radio', { name: /leaves the shop/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Refund $249.99' }))
}

describe('All orders', () => {
  it('tell who bought what of whom, and where each stands', async () => {
    open()
    const pixel = await row('Pixel 8')
    expect(pixel.getByRole('link', { name: 'Ben Buyer' })).toHaveAttribute('href', '/dashboard/users/ben-buyer')
    expect(pixel.getByRole('link', { name: 'Nia Cole' })).toHaveAttribute('href', '/dashboard/users/nia')
    for (const text of ['$249.99', 'Paid']) expect(pixel.getByText(text)).toBeVisible()
    const nokia = await row('Nokia 3310')
    expect(nokia.getByText('Handed over')).toBeVisible()
    expect(nokia.getByText('Disputed')).toBeVisible()
    expect((await row('Galaxy S9')).getByText('Deleted user')).toBeVisible()
    expect(document.title).toBe('All orders | Second Ring')
  })

  it('say where the money of a refunded order is', async () => {
    orders = [
      anOrder('Pixel 8', { state: 'REFUNDED', refund: 'failed' }),
      anOrder('Nokia 3310', { state: 'REFUNDED', refund: 'underway' }),
      anOrder('Galaxy S9', { state: 'REFUNDED', refund: 'done' }),
    ]
    open()
    expect((await row('Pixel 8')).getByText(/^Refund failed/)).toBeVisible()
    expect((await row('Nokia 3310')).getByText('Refund on its way')).toBeVisible()
    expect((await row('Galaxy S9')).getByText('Refunded')).toBeVisible()
  })

  it('offer no refund of money that a bank holds, and say why; during an inquiry it can go back', async () => {
    orders = [
      anOrder('Pixel 8', { disputed: true, moneyHeld: true }),
      anOrder('Nokia 3310', { disputed: true }),
      anOrder('Galaxy S9', { state: 'HANDED_OVER', disputed: true, moneyHeld: true }),
    ]
    open()
    const held = await row('Pixel 8')
    expect(held.getByText('No refund: the bank holds the money')).toBeVisible()
    expect(held.queryByRole('button')).toBeNull()
    expect((await row('Nokia 3310')).getByRole('button', { name: /^Refund/ })).toBeEnabled()
    expect((await row('Galaxy S9')).queryByText(/^No refund/)).toBeNull()
  })

  it('are a table with a head for each column', async () => {
    open()
    const heads = await screen.findAllByRole('columnheader')
    expect(heads.map(cell => cell.textContent)).toEqual(['Product', 'Buyer', 'Seller', 'Price', 'State', 'Refund'])
    expect(screen.getByRole('button', { name: /^Refund *Pixel 8/ })).toBeVisible()
  })

  it('can be narrowed to a state, which the address keeps', async () => {
    open()
    await row('Pixel 8')
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Handed over')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Pixel 8' })).toBeNull())
    expect(screen.getByRole('heading', { name: 'Nokia 3310' })).toBeVisible()
    expect(location.search).toBe('?state=HANDED_OVER')
    await userEvent.selectOptions(screen.getByLabelText('State'), 'All states')
    await row('Pixel 8')
    expect(location.search).toBe('')
  })

  it('can be searched, and narrowed to a period, which the address keeps', async () => {
    open('/dashboard/AllOrders?state=PAID')
    await row('Pixel 8')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Product, person or id' }), 'Nokia{Enter}')
    expect(await screen.findByText('No such order matches “Nokia”')).toBeVisible()
    expect(location.search).toBe('?search=Nokia&state=PAID')
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await row('Pixel 8')
    expect(location.search).toBe('')
    expect(screen.getByRole('searchbox')).toHaveFocus()
    fireEvent.change(screen.getByLabelText('Booked from'), { target: { value: '2026-01-05' } })
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-01-06' } })
    await waitFor(() =>
      expect(all).toHaveBeenLastCalledWith(
        expect.objectContaining({
          from: new Date('2026-01-05T00:00:00').toISOString(),
          until: new Date('2026-01-07T00:00:00').toISOString(),
        }),
      ),
    )
  })

  it('can be narrowed to handovers that an admin decides', async () => {
    open()
    await row('Pixel 8')
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Handover to decide')
    await waitFor(() => expect(all).toHaveBeenLastCalledWith(expect.objectContaining({ undecided: true })))
    expect(location.search).toBe('?state=UNDECIDED')
  })

  it('start from the address, whatever stands there', async () => {
    open('/dashboard/AllOrders?state=EXPIRED')
    expect(await screen.findByText('No order is expired')).toBeVisible()
    expect(screen.getByLabelText('State')).toHaveValue('EXPIRED')
  })

  it.each(['?state=paid', '?state=["PAID"]', '?state=1'])('show all of them at %s', async search => {
    open(`/dashboard/AllOrders${search}`)
    await row('Pixel 8')
    expect(screen.getByLabelText('State')).toHaveValue('')
    expect(all).toHaveBeenCalledExactlyOnceWith({ direction: 'forward' })
  })

  it('say why they did not load, and load on demand', async () => {
    all.mockImplementationOnce(() => {
      throw refusal('The shop is closed', 'INVALID_INPUT', 400)
    })
    open()
    expect(await screen.findByText('The orders did not load')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await row('Pixel 8')
  })

  it('are for admins alone', async () => {
    openApp({ path: '/dashboard/AllOrders', role: 'SELLER', answers: { 'orders.all': all } })
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(all).not.toHaveBeenCalled()
  })
})

describe('a refund by an admin', () => {
  it('is offered for what is paid and not handed over', async () => {
    open()
    expect((await row('Pixel 8')).getByRole('button', { name: /^Refund *Pixel 8/ })).toBeVisible()
    expect((await row('Nokia 3310')).queryByRole('button')).toBeNull()
    expect((await row('Galaxy S9')).queryByRole('button')).toBeNull()
  })

  it('is sent with its reason, and shows at once', async () => {
    open()
    await sendRefund('Pixel 8')
    expect(await screen.findByText('Pixel 8 refunded')).toBeInTheDocument()
    expect(refund).toHaveBeenCalledExactlyOnceWith({
      orderId: 'Pixel 8',
      idempotencyKey: expect.any(String),
      reason: 'Not as described',
      relist: false,
    })
    expect(await (await row('Pixel 8')).findByText('Refunded')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Pixel 8' })).toHaveFocus())
  })

  it('that is refused leaves the form open and brings the list up to date', async () => {
    refund.mockImplementation(() => {
      orders = orders.map(order => ({ ...order, state: 'HANDED_OVER' }))
      throw refusal('Only a paid order that is not handed over yet can be refunded.', 'ORDER_NOT_OPEN', 409)
    })
    open()
    await sendRefund('Pixel 8')
    expect(await screen.findByText(/^Only a paid order/)).toBeVisible()
    expect(screen.getByLabelText('Reason')).toHaveValue('Not as described')
    await waitFor(() => expect(all).toHaveBeenCalledTimes(2))
  })
})
