import type { Notice } from '@second-ring/contracts/notices/notice'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenStream } from '#live/keep-stream.ts'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { placeOfNotice } from './notice-link.tsx'

const id = '0190a000-0000-7000-8000-000000000001'
function notice(message: string, overrides: Partial<Notice> = {}): Notice {
  const createdAt = '2026-01-05T12:00:00.000Z'
  return { id: message, kind: 'paid', message, listingId: id, orderId: null, createdAt, read: false, ...overrides }
}

let notices: Notice[]
let stream: Parameters<OpenStream>[0]
const unsubscribe = vi.fn()
const openStream: OpenStream = on => {
  stream = on
  return { unsubscribe }
}
const onNews = vi.fn()
const list = vi.fn((_input: unknown): unknown => ({ items: structuredClone(notices), nextCursor: null }))
const readAll = vi.fn((): unknown => {
  notices = notices.map(each => ({ ...each, read: true }))
  return { unread: 0 }
})
const unread = () => notices.filter(each => !each.read).length

beforeEach(() => {
  for (const fake of [onNews, list, readAll, unsubscribe]) fake.mockClear()
  notices = [notice('Pixel 8 is paid.'), notice('Nokia is booked.', { read: true })]
})

afterEach(() => vi.useRealTimers())

function open() {
  const rootRoute = createRootRoute({
    component: () => <NoticeBell openStream={openStream} onNews={onNews} onOrders={() => undefined} />,
    notFoundComponent: () => null,
  })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  renderWithApi(<RouterProvider router={router} />, {
    'notices.unread': () => ({ unread: unread() }),
    'notices.list': list,
    'notices.readAll': readAll,
  })
}

const bell = (name: string) => screen.findByRole('button', { name })
async function openPanel() {
  await userEvent.click(await screen.findByRole('button', { name: /^Notices/ }))
  return within(await screen.findByRole('dialog', { name: 'Notices' }))
}
function arrive(message: string) {
  notices = [notice(message), ...notices]
  act(() => stream.onCount(unread()))
}

describe('the bell', () => {
  it('says how many notices are unread', async () => {
    open()
    expect(await bell('Notices, 1 unread')).toHaveTextContent('1')
  })

  it('counts no further than 99', async () => {
    notices = Array.from({ length: 120 }, (_, index) => notice(`Notice ${index}`))
    open()
    expect(await bell('Notices, 120 unread')).toHaveTextContent('99+')
  })

  it('says times as the clock here shows them, as every screen does, and reads them out so', async () => {
    const at = (shown: string) => `You meet at “Library” on ${shown}.`
    notices = [notice(at('2026-01-07 09:30 UTC'))]
    open()
    const said = at(exactMoment('2026-01-07T09:30:00.000Z'))
    expect((await openPanel()).getByText(said)).toBeVisible()
    arrive(at('2026-02-07 18:05 UTC'))
    await vi.waitFor(() =>
      expect(screen.getByRole('status', { hidden: true })).toHaveTextContent(
        at(exactMoment('2026-02-07T18:05:00.000Z')),
      ),
    )
    expect(document.body).not.toHaveTextContent('UTC')
  })

  it('follows the stream, reads the new notice out, and has the screens brought up to date', async () => {
    open()
    await bell('Notices, 1 unread')
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    arrive('Galaxy is free.')
    expect(await bell('Notices, 2 unread')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('New notice: Galaxy is free.'))
    expect(onNews).toHaveBeenCalledOnce()
  })

  it('takes what was there before for no news', async () => {
    open()
    await bell('Notices, 1 unread')
    act(() => {
      stream.onConnected()
      stream.onCount(1)
    })
    expect(onNews).not.toHaveBeenCalled()
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  it('asks every minute while there is no stream, and not while there is', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open()
    await bell('Notices, 1 unread')
    notices = [notice('Galaxy is free.'), ...notices]
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(await bell('Notices, 2 unread')).toBeVisible()
    expect(onNews).toHaveBeenCalledOnce()
    act(() => stream.onConnected())
    notices = [notice('iPhone is free.'), ...notices]
    await act(() => vi.advanceTimersByTimeAsync(120_000))
    expect(await bell('Notices, 2 unread')).toBeVisible()
  })
})

describe('the panel', () => {
  it('shows the notices, newest first, with what is unread marked until it is closed', async () => {
    open()
    const panel = await openPanel()
    const rows = await panel.findAllByRole('listitem')
    expect(rows.map(row => row.textContent)).toEqual([
      'Unread: Pixel 8 is paid.Jan 5, 2026',
      'Nokia is booked.Jan 5, 2026',
    ])
    await waitFor(() => expect(readAll).toHaveBeenCalledOnce())
    expect(screen.getByText('Unread:')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(await bell('Notices')).toHaveFocus()
    const again = await openPanel()
    expect(await again.findByText('Pixel 8 is paid.')).toBeVisible()
    expect(screen.queryByText('Unread:')).toBeNull()
    expect(readAll).toHaveBeenCalledOnce()
  })

  it('leads to what each is about', async () => {
    expect(placeOfNotice(notice('a', { orderId: id, listingId: null, kind: 'refunded' }))).toBe(
      '/dashboard/orders/$orderId',
    )
    for (const kind of ['case-undecided', 'handover-undecided'] as const)
      expect(placeOfNotice(notice('a', { orderId: id, listingId: null, kind }))).toBe('/dashboard/cases/$orderId')
    expect(placeOfNotice(notice('b'))).toBe('/dashboard/MyProducts')
    expect(placeOfNotice(notice('c', { kind: 'offered' }))).toBe('/dashboard/favorites')
    expect(placeOfNotice(notice('d', { kind: 'saved-search' }))).toBe('/listings/$listingId')
    expect(placeOfNotice(notice('e', { listingId: null, kind: 'payout-arrived' }))).toBe('/dashboard/earnings')
    // A seller who was made an admin has no such page.
    expect(placeOfNotice(notice('e', { listingId: null, kind: 'payout-failed' }), 'ADMIN')).toBeUndefined()
    open()
    const panel = await openPanel()
    const link = await panel.findByRole('link', { name: /Pixel 8 is paid/ })
    expect(link).toHaveAttribute('href', '/dashboard/MyProducts')
    await userEvent.click(link)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows what is about nothing as text', async () => {
    notices = [notice('Hello.', { listingId: null })]
    open()
    const panel = await openPanel()
    expect(await panel.findByText('Hello.')).toBeVisible()
    expect(panel.queryByRole('link')).toBeNull()
  })

  it('marks all as read at a press, and keeps the focus', async () => {
    open()
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }))
    await waitFor(() => expect(screen.queryByText('Unread:')).toBeNull())
    expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    expect(panel.getByRole('heading', { name: 'Notices' })).toHaveFocus()
  })

  it('says when marking failed, and leaves the marks', async () => {
    readAll.mockImplementation(() => {
      throw new Error('Network Error')
    })
    open()
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByText('Network Error')).toBeInTheDocument()
    expect(panel.getByText('Unread:')).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Notices, 1 unread' })).toBeInTheDocument()
  })

  it('takes in what comes while it is open', async () => {
    open()
    const panel = await openPanel()
    await waitFor(() => expect(readAll).toHaveBeenCalledOnce())
    arrive('Galaxy is free.')
    expect(await panel.findByText('Galaxy is free.')).toBeVisible()
    await waitFor(() => expect(readAll).toHaveBeenCalledTimes(2))
  })

  it('says when there are none', async () => {
    notices = []
    open()
    expect(await (await openPanel()).findByText('Nothing new')).toBeVisible()
    expect(readAll).not.toHaveBeenCalled()
  })

  it('says why they did not load, and loads them on demand', async () => {
    list.mockImplementationOnce(() => {
      throw new Error('Network Error')
    })
    open()
    const panel = await openPanel()
    expect(await panel.findByText('Your notices did not load')).toBeVisible()
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Pixel 8 is paid.')).toBeVisible()
    expect(panel.getByRole('heading', { name: 'Notices' })).toHaveFocus()
  })

  it('goes on with older ones', async () => {
    list.mockImplementation(input =>
      input && typeof input === 'object' && 'cursor' in input && input.cursor
        ? { items: [notice('An old one.', { read: true })], nextCursor: null }
        : { items: structuredClone(notices), nextCursor: 'more' },
    )
    open()
    const panel = await openPanel()
    await userEvent.click(await panel.findByRole('button', { name: 'Show more' }))
    expect(await panel.findByText('An old one.')).toBeVisible()
    list.mockImplementation(() => ({ items: structuredClone(notices), nextCursor: null }))
  })
})
