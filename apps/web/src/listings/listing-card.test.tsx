import type { ListingCard as Listing } from '@second-ring/contracts/listings/listing'
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ListingCard } from './listing-card.tsx'

const listing: Listing = {
  id: '0190a000-0000-7000-8000-000000000001',
  categoryId: '0190a000-0000-7000-8000-000000000002',
  productName: 'Pixel 8',
  image: { url: '/images/a.webp', srcSet: '/images/a-320.webp 320w' },
  condition: 'GOOD',
  location: 'Leeds',
  resalePriceCents: 24_999,
  originalPriceCents: 120_000,
  yearsUsed: 1,
  yearOfPurchase: null,
  sellerId: '0190a000-0000-7000-8000-000000000003',
  sellerName: 'Nia Cole',
  sellerVerified: true,
  postedAt: new Date().toISOString(),
  state: 'AVAILABLE',
}

describe('a listing card', () => {
  it('tells all that the specification asks for', () => {
    render(<ListingCard listing={listing} actions={null} />)
    for (const text of ['Nia Cole', 'Pixel 8', '$249.99', '$1,200', 'Leeds', 'Used 1 year', 'Good']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(screen.getByText('just now')).toBeVisible()
    expect(screen.getByRole('img', { name: 'Pixel 8' })).toHaveAttribute('srcset', '/images/a-320.webp 320w')
  })

  it('has a tick for verified sellers only', () => {
    const { rerender } = render(<ListingCard listing={listing} actions={null} />)
    expect(screen.getByRole('img', { name: 'Verified seller' })).toBeInTheDocument()
    rerender(<ListingCard listing={{ ...listing, sellerVerified: false }} actions={null} />)
    expect(screen.queryByRole('img', { name: 'Verified seller' })).toBeNull()
  })

  it('shows the year of purchase of advertised items, and 2022-02-3 without one', () => {
    const { rerender } = render(<ListingCard listing={listing} showPurchase actions={null} />)
    expect(screen.getByText('Bought 2022-02-3')).toBeVisible()
    rerender(<ListingCard listing={{ ...listing, yearOfPurchase: 2023 }} showPurchase actions={null} />)
    expect(screen.getByText('Bought 2023')).toBeVisible()
  })

  it('shows markup in a name as text', () => {
    render(<ListingCard listing={{ ...listing, productName: '<img src=x onerror=alert(1)>' }} actions={null} />)
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  })
})
