import type { ReportedListing } from '@second-ring/contracts/moderation/report'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

const at = '2026-01-05T12:00:00.000Z'
const reported: ReportedListing = {
  listing: listingCard,
  reporters: 22,
  proven: 3,
  reasons: [
    { reason: 'STOLEN', count: 21 },
    { reason: 'OTHER', count: 1 },
  ],
  reports: [
    {
      id: listingCard.id,
      reporter: { id: listingCard.sellerId, name: 'Ana' },
      reason: 'STOLEN',
      text: 'Mine',
      reportedAt: at,
    },
    {
      id: listingCard.categoryId,
      reporter: { id: listingCard.id, name: '' },
      reason: 'OTHER',
      text: '',
      reportedAt: at,
    },
  ],
  lastReportedAt: at,
}
const open = (answers: Answers) =>
  openApp({
    path: '/dashboard/reports',
    role: 'ADMIN',
    answers: { 'reports.open': () => ({ listings: 1 }), ...answers },
  })
const page = (...items: ReportedListing[]) => ({ items, nextCursor: null })

beforeAll(() => import('#ui/reason-dialog.tsx'))

describe('Reports', () => {
  it('shows each post with who reports it and why', async () => {
    open({ 'reports.queue': () => page(reported) })
    const link = await screen.findByRole('link', { name: 'Pixel 8' })
    expect(link).toHaveAttribute('href', `/listings/${listingCard.id}`)
    const item = link.closest('li')
    for (const text of [
      '22 people report it, 3 with a proven email',
      'Stolen × 21',
      'Something else',
      'Mine',
      'Deleted user',
      'And 20 before',
    ])
      expect(item).toHaveTextContent(text)
    const menu = within(screen.getByRole('navigation', { name: 'Dashboard' }))
    expect(await menu.findByRole('link', { name: 'Reports: 1 open' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Remove this post: Pixel 8' })).toBeVisible()
  })

  it('is read in another order', async () => {
    const queue = vi.fn(() => page(reported))
    open({ 'reports.queue': queue })
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Order' }), 'Most reported first')
    await vi.waitFor(() => expect(queue).toHaveBeenLastCalledWith(expect.objectContaining({ order: 'most' })))
    expect(location.search).toBe('?order=most')
  })

  it('keeps a post with a reason, which closes what the admin has read', async () => {
    const dismiss = vi.fn(() => ({ listingId: listingCard.id, closed: 22 }))
    const queue = vi.fn(() => page()).mockReturnValueOnce(page(reported))
    open({ 'reports.queue': queue, 'reports.dismiss': dismiss })
    await userEvent.click(await screen.findByRole('button', { name: 'Keep the post: Pixel 8' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The invoice was shown')
    await userEvent.click(dialog.getByRole('button', { name: 'Close the reports' }))
    expect(await screen.findByText('No post is reported')).toBeVisible()
    const given = { listingId: listingCard.id, note: 'The invoice was shown', until: at }
    expect(dismiss).toHaveBeenCalledWith({ ...given, idempotencyKey: expect.any(String) })
  })

  it('of a post that is gone are closed', async () => {
    const gone = { ...reported, listing: { ...listingCard, state: 'REMOVED' as const } }
    open({ 'reports.queue': () => page(gone) })
    expect(await screen.findByRole('button', { name: 'Close the reports: Pixel 8' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Pixel 8' })).toBeNull()
  })

  it('says when they did not load, and tries again', async () => {
    const queue = vi.fn(() => page())
    queue.mockImplementationOnce(() => {
      throw refusal('The shop is closed', 'INVALID_INPUT', 400)
    })
    open({ 'reports.queue': queue })
    expect(await screen.findByText('The shop is closed')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No post is reported')).toBeVisible()
  })
})
