import type { Role } from '@second-ring/contracts/accounts/account'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { listingPage } from '#testing/listing-page.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

// The code takes a while the first time; no test is to wait for it.
beforeAll(() =>
  Promise.all([
    import('./listing-screen.tsx'),
    import('#moderation/report-dialog.tsx'),
    import('#moderation/remove-post-dialog.tsx'),
  ]),
)

async function open(answers: Answers, { role, hash = '' }: { role?: Role; hash?: string } = {}) {
  openApp({
    path: `/listings/${listingPage.id}${hash}`,
    ...(role && { role }),
    answers: {
      'listings.get': () => listingPage,
      'listings.similar': () => [],
      'listings.favoriteIds': () => [],
      'orders.mine': () => ({ items: [], nextCursor: null }),
      'orders.myWaitingPlaces': () => [],
      ...answers,
    },
  })
  await screen.findByRole('heading', { level: 1, name: listingPage.productName })
}

const idempotencyKey = expect.any(String)

describe('Report this post', () => {
  it('asks a visitor to sign in, and opens the form when they are back', async () => {
    await open({})
    const link = screen.getByRole('link', { name: 'Report this post' })
    expect(link).toHaveAttribute('href', `/login?from=${encodeURIComponent(`/listings/${listingPage.id}#report`)}`)
  })

  it('is open for whoever came back from signing in', async () => {
    await open({}, { role: 'BUYER', hash: '#report' })
    expect(await screen.findByRole('dialog', { name: 'Report this post' })).toBeVisible()
  })

  it('takes a reason and a text, and says what happens next', async () => {
    const file = vi.fn(() => ({ reportId: listingPage.id }))
    await open({ 'reports.file': file }, { role: 'BUYER' })
    await userEvent.click(screen.getByRole('button', { name: 'Report this post' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Send the report' }))
    expect(await dialog.findByText('Choose what is wrong')).toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: 'Stolen' }))
    await userEvent.type(dialog.getByRole('textbox'), ' Mine ')
    await userEvent.click(dialog.getByRole('button', { name: 'Send the report' }))
    expect(await dialog.findByText('Thank you. The report is with the admins.')).toHaveFocus()
    expect(file).toHaveBeenCalledWith({ listingId: listingPage.id, reason: 'STOLEN', text: 'Mine', idempotencyKey })
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    expect(screen.getByRole('button', { name: 'Report this post' })).toHaveFocus()
  })

  it('says when it was reported already, and keeps what was typed', async () => {
    const message = 'You have reported this post already. We tell you what came of it.'
    const file = () => {
      throw refusal(message, 'CONFLICT', 409)
    }
    await open({ 'reports.file': file }, { role: 'BUYER' })
    await userEvent.click(screen.getByRole('button', { name: 'Report this post' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('radio', { name: 'Offensive' }))
    await userEvent.type(dialog.getByRole('textbox'), 'Look')
    await userEvent.click(dialog.getByRole('button', { name: 'Send the report' }))
    expect(await dialog.findByText(new RegExp(`^${message}`))).toBeVisible()
    expect(dialog.getByRole('textbox')).toHaveValue('Look')
  })
})

describe('Remove this post', () => {
  const preview = {
    productName: 'Pixel 8',
    state: 'RESERVED',
    booked: true,
    paidOrderId: null,
    waiting: 2,
    reports: 1,
  }

  async function openDialog(answers: Answers) {
    await open(answers, { role: 'ADMIN' })
    expect(screen.queryByRole('button', { name: 'Report this post' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove this post: Pixel 8' }))
    return within(await screen.findByRole('dialog', { name: 'Remove the post of Pixel 8?' }))
  }

  it('is for admins', async () => {
    await open({}, { role: 'SELLER' })
    expect(screen.queryByRole('button', { name: /^Remove this post/ })).toBeNull()
  })

  it('says what comes of it, asks why, and shows that the phone is no longer for sale', async () => {
    const remove = vi.fn(() => ({ listingId: listingPage.id, changed: true }))
    const dialog = await openDialog({ 'listings.previewRemoval': () => preview, 'listings.removeAny': remove })
    expect((await dialog.findAllByRole('listitem')).map(item => item.textContent)).toEqual([
      'Its seller is told, with your reason.',
      'Its booking ends. Nothing was paid, and the buyer is told.',
      'The 2 who wait for it are told.',
      'Its open report is closed, and the reporter is told.',
    ])
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the post' }))
    expect(await dialog.findByText('Reason is required')).toBeVisible()
    expect(remove).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Posted twice')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the post' }))
    expect(await screen.findByText('The post is removed')).toBeInTheDocument()
    expect(remove).toHaveBeenCalledWith({ listingId: listingPage.id, reason: 'Posted twice', idempotencyKey })
    expect(screen.getByText('No longer for sale')).toBeVisible()
  })

  it('of a paid phone leads to its order', async () => {
    const paid = { ...preview, state: 'SOLD', booked: false, paidOrderId: listingPage.sellerId }
    const dialog = await openDialog({ 'listings.previewRemoval': () => paid })
    const link = await dialog.findByRole('link', { name: 'Open the order' })
    expect(link).toHaveAttribute('href', `/dashboard/orders/${listingPage.sellerId}`)
    expect(dialog.queryByRole('button', { name: 'Remove the post' })).toBeNull()
  })

  it('keeps the reason when it fails', async () => {
    const remove = () => {
      throw refusal('The shop is closed', 'INVALID_INPUT', 400)
    }
    const dialog = await openDialog({ 'listings.previewRemoval': () => preview, 'listings.removeAny': remove })
    await userEvent.type(await dialog.findByRole('textbox', { name: 'Reason' }), 'Posted twice')
    await userEvent.click(dialog.getByRole('button', { name: 'Remove the post' }))
    expect(await dialog.findByText(/^The shop is closed/)).toBeVisible()
    expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Posted twice')
  })
})
