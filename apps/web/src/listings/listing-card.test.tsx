import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { renderInRouter } from '#testing/render-in-router.tsx'
import { conditionLabel } from './condition-label.ts'
import { ListingCard } from './listing-card.tsx'

const listing = { ...listingCard, postedAt: new Date().toISOString() }

describe('a listing card', () => {
  it('tells all that the specification asks for', async () => {
    await renderInRouter(<ListingCard sizes="7rem" listing={listing} actions={null} />)
    for (const text of ['Nia Cole', 'Pixel 8', '$249.99', '$1,200', 'Leeds', 'Used 1 year', 'Good']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(screen.getByText('just now')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Pixel 8' })).toHaveAttribute('srcset', '/images/a-320.webp 320w')
  })

  it('leads to the page of the phone by its name, and by nothing else', async () => {
    await renderInRouter(<ListingCard sizes="7rem" listing={listing} actions={null} />)
    expect(screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Pixel 8', `/listings/${listing.id}`],
    ])
  })

  it('has a tick for verified sellers only', async () => {
    await renderInRouter(<ListingCard sizes="7rem" listing={listing} actions={null} />)
    expect(screen.getByRole('img', { name: 'Verified seller' })).toBeInTheDocument()
    cleanup()
    await renderInRouter(<ListingCard sizes="7rem" listing={{ ...listing, sellerVerified: false }} actions={null} />)
    expect(screen.queryByRole('img', { name: 'Verified seller' })).toBeNull()
  })

  it('names the account beside another name, which alone has the tick', async () => {
    const other = { ...listing, sellerName: 'Amara Osei', sellerAccountName: 'Nia Cole' }
    await renderInRouter(<ListingCard sizes="7rem" listing={other} actions={null} />)
    expect(screen.getByText(/^Amara Osei/)).toHaveTextContent('Amara Osei · account of Nia Cole')
    expect(screen.getByRole('img', { name: 'Verified seller' }).parentElement).toHaveTextContent(/^Nia Cole$/)
  })

  it('says of a seller who was removed that they were, without a tick', async () => {
    await renderInRouter(<ListingCard sizes="7rem" listing={{ ...listing, sellerName: '' }} actions={null} />)
    expect(screen.getByText('Deleted user')).toBeVisible()
    expect(screen.queryByRole('img', { name: 'Verified seller' })).toBeNull()
  })

  it('shows the year of purchase of advertised items, and 2022-02-3 without one', async () => {
    await renderInRouter(<ListingCard sizes="7rem" listing={listing} showPurchase actions={null} />)
    expect(screen.getByText('Bought 2022-02-3')).toBeVisible()
    cleanup()
    await renderInRouter(
      <ListingCard sizes="7rem" listing={{ ...listing, yearOfPurchase: 2023 }} showPurchase actions={null} />,
    )
    expect(screen.getByText('Bought 2023')).toBeVisible()
  })

  it('shows markup in a name as text', async () => {
    await renderInRouter(
      <ListingCard sizes="7rem" listing={{ ...listing, productName: '<img src=x onerror=alert(1)>' }} actions={null} />,
    )
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  })
})

it.each([
  ['EXCELLENT', 'Excellent'],
  ['GOOD', 'Good'],
  ['FAIR', 'Fair'],
  [undefined, 'Fair'],
  [null, 'Fair'],
] as const)('a condition of %s reads as %s', (condition, label) => {
  expect(conditionLabel(condition).label).toBe(label)
})
