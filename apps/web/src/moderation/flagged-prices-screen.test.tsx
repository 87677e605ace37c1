import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { FlaggedListing } from '#listings/flagged-listings.tsx'
import { listingCard } from '#testing/listing-card.ts'
import { openApp, refusal } from '#testing/open-app.tsx'

const flagged: FlaggedListing = {
  listing: { ...listingCard, resalePriceCents: 9_900 },
  reasons: ['price'],
  copyOf: null,
  band: { lowCents: 30_000, highCents: 35_000, sampleSize: 1_037 },
  flaggedAt: '2026-01-05T12:00:00.000Z',
}
const open = (give: () => unknown) =>
  openApp({ path: '/dashboard/FlaggedPrices', role: 'ADMIN', answers: { 'listings.flagged': give } })

describe('Flagged prices', () => {
  it('shows each price beside what others like it cost, and leads to the phone', async () => {
    open(() => ({ items: [flagged], nextCursor: null }))
    const link = await screen.findByRole('link', { name: 'Pixel 8' })
    expect(link).toHaveAttribute('href', `/listings/${listingCard.id}`)
    const item = link.closest('li')
    for (const text of [
      '$99',
      'Fair: $300–$350, from 1,037 phones',
      'Nia Cole',
      'Price far below others · Flagged Jan 5, 2026',
    ]) {
      expect(item).toHaveTextContent(text)
    }
  })

  it('shows whose picture a post has, and leads there', async () => {
    const copyOf = { listingId: listingCard.id.replace(/^./, 'f'), productName: 'Pixel 8 Pro', sellerName: 'Ola Vance' }
    const reasons = ['copied-picture' as const, 'price' as const]
    open(() => ({ items: [{ ...flagged, band: null, reasons, copyOf }], nextCursor: null }))
    const original = await screen.findByRole('link', { name: 'Pixel 8 Pro' })
    expect(original).toHaveAttribute('href', `/listings/${copyOf.listingId}`)
    const item = original.closest('li')
    for (const text of ['Copied picture, Price far below others', 'by Ola Vance']) expect(item).toHaveTextContent(text)
    expect(item).not.toHaveTextContent('Fair')
  })

  it('says that a post is equal to others, without a price to compare', async () => {
    open(() => ({ items: [{ ...flagged, reasons: ['twin'], band: null }], nextCursor: null }))
    const item = (await screen.findByRole('link', { name: 'Pixel 8' })).closest('li')
    expect(item).toHaveTextContent('Equal to other posts · Flagged Jan 5, 2026')
    expect(item).not.toHaveTextContent('Fair:')
  })

  it('says when there is none', async () => {
    open(() => ({ items: [], nextCursor: null }))
    expect(await screen.findByText('No price is flagged')).toBeVisible()
  })

  it('says why they did not load, and loads them on demand', async () => {
    let down = true
    open(() => {
      if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
      return { items: [flagged], nextCursor: null }
    })
    expect(await screen.findByText('The shop is closed')).toBeVisible()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Pixel 8' })).toBeVisible()
  })
})
