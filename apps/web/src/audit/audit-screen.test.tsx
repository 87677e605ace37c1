import type { AuditEntry, ListAuditInput } from '@second-ring/contracts/audit/audit-entry'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp, refusal } from '#testing/open-app.tsx'

const id = (n: number) => `0190a000-0000-7000-8000-00000000000${n}`

function anEntry(n: number, overrides: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: id(n),
    actorId: id(8),
    actorName: 'Nia Cole',
    action: 'order.refund',
    subjectType: 'order',
    subjectId: id(9),
    reason: null,
    at: '2026-01-05T12:00:00.000Z',
    ...overrides,
  }
}

let entries: AuditEntry[]
const list = vi.fn(({ action = '' }: ListAuditInput): unknown => ({
  items: entries.filter(entry => entry.action.startsWith(action)),
  nextCursor: null,
}))

beforeEach(() => {
  list.mockClear()
  entries = [
    anEntry(1, { reason: 'The screen broke' }),
    anEntry(2, { action: 'order.expire', actorId: null, actorName: '' }),
    anEntry(3, { action: 'account.verify', actorName: '', subjectType: 'user' }),
    anEntry(4, { action: 'shop.sweep' }),
  ]
})

const open = (path = '/dashboard/audit') => openApp({ path, role: 'ADMIN', answers: { 'audit.list': list } })

async function card(act: string) {
  const found = (await screen.findByRole('heading', { name: act })).closest('tr')
  if (!found) throw new Error(`${act} has no row`)
  return within(found)
}
const lastAsked = () => list.mock.lastCall?.[0]

describe('the audit', () => {
  it('tells who did what, on what, when and why', async () => {
    open()
    const refund = await card('Order refunded')
    for (const text of ['“The screen broke”', 'order.refund']) expect(refund.getByText(text)).toBeVisible()
    expect(refund.getByRole('link', { name: 'Nia Cole' })).toHaveAttribute('href', `/dashboard/users/${id(8)}`)
    expect(refund.getByRole('button', { name: 'All that involves Nia Cole' })).toBeVisible()
    expect(refund.getByRole('button', { name: /^order …00000009/ })).toBeVisible()
    expect(refund.getByText(/^Jan \d, 2026/)).toBeVisible()
    expect((await card('Booking expired')).getByText('The product itself')).toBeVisible()
    expect((await card('Seller verified')).getByRole('link', { name: 'Deleted user' })).toBeVisible()
    expect(document.title).toBe('Audit | Second Ring')
  })

  it('names an act that has no words yet as it is', async () => {
    open()
    expect(await card('shop.sweep')).toBeDefined()
  })

  it('is a table with a head for each column', async () => {
    open()
    const heads = await screen.findAllByRole('columnheader')
    expect(heads.map(cell => cell.textContent)).toEqual(['When', 'Who', 'Act', 'On'])
  })

  it('says when there is nothing, and clears the filters on demand', async () => {
    open('/dashboard/audit?action=listing.create')
    expect(await screen.findByText('Nothing of this was done')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await card('Order refunded')
    expect(location.search).toBe('')
  })

  it('says why it did not load, and loads on demand', async () => {
    list.mockImplementationOnce(() => {
      throw refusal('The shop is closed', 'INVALID_INPUT', 400)
    })
    open()
    expect(await screen.findByText('The audit did not load')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await card('Order refunded')
  })

  it('is for admins alone', async () => {
    openApp({ path: '/dashboard/audit', role: 'BUYER', answers: { 'audit.list': list } })
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(list).not.toHaveBeenCalled()
  })
})

describe('the audit’s filters', () => {
  it('narrow it by act', async () => {
    open()
    await card('Seller verified')
    await userEvent.selectOptions(screen.getByLabelText('Act'), 'Orders: all')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Seller verified' })).toBeNull())
    await card('Order refunded')
    expect(location.search).toBe('?action=order.')
  })

  it('narrow it by days', async () => {
    open()
    await card('Order refunded')
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-01' } })
    await waitFor(() => expect(location.search).toBe('?from=2026-01-01'))
    fireEvent.change(screen.getByLabelText('Until'), { target: { value: '2026-01-31' } })
    await waitFor(() =>
      expect(lastAsked()).toMatchObject({
        from: new Date(2026, 0, 1).toISOString(),
        until: new Date(2026, 1, 1).toISOString(),
      }),
    )
    expect(location.search).toBe('?from=2026-01-01&until=2026-01-31')
  })

  it('narrow it by an id as soon as it is whole, and say of half a one what is missing', async () => {
    open()
    await card('Order refunded')
    const field = screen.getByLabelText('Person or subject')
    await userEvent.type(field, '0190a000')
    expect(screen.queryByText(/This is no id/)).toBeNull()
    // An export would be of everybody.
    expect(screen.queryByRole('button', { name: 'Export as CSV' })).toBeNull()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText(/This is no id/)).toBeVisible()
    expect(location.search).toBe('')
    await userEvent.clear(field)
    await userEvent.click(field)
    await userEvent.paste(id(9))
    await waitFor(() => expect(location.search).toBe(`?involving=${id(9)}`))
    expect(screen.queryByText(/This is no id/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Export as CSV' })).toBeVisible()
    await userEvent.clear(field)
    await waitFor(() => expect(location.search).toBe(''))
  })

  it('follow whom or what an entry names, and Back leads to where one was', async () => {
    const { router } = open('/dashboard/audit?action=order.')
    await userEvent.click((await card('Order refunded')).getByRole('button', { name: 'All that involves Nia Cole' }))
    await waitFor(() => expect(location.search).toBe(`?involving=${id(8)}`))
    expect(screen.getByLabelText('Person or subject')).toHaveValue(id(8))
    await userEvent.click((await card('Order refunded')).getByRole('button', { name: /^order …/ }))
    await waitFor(() => expect(lastAsked()).toMatchObject({ involving: id(9) }))
    router.history.go(-2)
    await waitFor(() => expect(location.search).toBe('?action=order.'))
    await waitFor(() => expect(screen.getByLabelText('Person or subject')).toHaveValue(''))
  })

  it('keep what the address asks for, though it is not on the list', async () => {
    open('/dashboard/audit?action=shop.')
    await card('shop.sweep')
    expect(screen.getByLabelText('Act')).toHaveValue('shop.')
  })
})
