import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, type Mock, vi } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

const pixel = { id: listingCard.categoryId, name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const other = { ...listingCard, id: '0190a000-0000-7000-8000-000000000077', productName: 'Pixel 7' }
const sellerId = '0190a000-0000-7000-8000-000000000012'
const seller = { id: sellerId, name: 'Nia Cole', verified: true, memberSince: '2024-03-17', sold: 2 }

// The screens' code takes a while the first time; no test is to wait for it.
beforeAll(() => Promise.all([import('./phones-screen.tsx'), import('./seller-screen.tsx')]))

type PageOf = (input: { cursor?: string }) => object

/** A list of two pages, whose calls are seen. */
function paged() {
  return vi.fn<PageOf>(({ cursor }) =>
    cursor === 'two' ? { items: [other], nextCursor: null } : { items: [listingCard], nextCursor: 'two' },
  )
}

describe('the public page of a category', () => {
  const open = (path: string, byCategory: Mock<PageOf> = paged()) => {
    const retired = (): object => {
      if (!path.startsWith('/phones/nokia')) throw refusal('There was no such category.', 'NOT_FOUND', 404)
      return { name: 'Nokia', slug: 'nokia' }
    }
    const categories = () => [pixel]
    openApp({
      path,
      answers: { 'catalog.categories': categories, 'catalog.retired': retired, 'listings.byCategory': byCategory },
    })
    return byCategory
  }

  it('has its phones, which a visitor books by signing in, and goes on by a press', async () => {
    open('/phones/pixel')
    expect(await screen.findByRole('heading', { level: 1, name: 'Second-hand Pixel' })).toBeVisible()
    expect(document.title).toBe('Second-hand Pixel | Second Ring')
    const booking = await screen.findByRole('link', { name: /^Booking/ })
    expect(booking).toHaveAttribute('href', `/login?from=${encodeURIComponent('/phones/pixel')}`)
    expect(screen.getByRole('link', { name: 'Search and filter them' })).toHaveAttribute(
      'href',
      `/search?category=${pixel.id}`,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Pixel 7' })).toBeVisible()
  })

  it('begins after a cursor, and leads back to the first page, which is a list of its own', async () => {
    const byCategory = open('/phones/pixel?after=two')
    expect(await screen.findByRole('heading', { level: 2, name: 'Pixel 7' })).toBeVisible()
    expect(screen.queryByRole('heading', { level: 2, name: listingCard.productName })).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Back to the first one' }))
    expect(await screen.findByRole('heading', { level: 2, name: listingCard.productName })).toBeVisible()
    expect(location.search).toBe('')
    expect(byCategory).toHaveBeenCalledTimes(2)
  })

  it('is found by another spelling and by the category’s id', async () => {
    for (const old of ['PIXEL', pixel.id]) {
      open(`/phones/${old}`)
      expect((await screen.findAllByRole('heading', { level: 1, name: 'Second-hand Pixel' }))[0]).toBeVisible()
      expect(location.pathname).toBe('/phones/pixel')
    }
  })

  it('is not found for a category that is not there, nor for a cursor that somebody made up', async () => {
    const forged = vi.fn(() => {
      throw refusal('This is not a page of this list', 'INVALID_INPUT', 400)
    })
    for (const path of ['/phones/nothing', '/phones/pixel?after=forged']) {
      open(path, forged)
      expect((await screen.findAllByText("Sorry, we couldn't find this page."))[0]).toBeVisible()
    }
  })

  it('says of a category that is retired that it is no longer there, and leads to all phones', async () => {
    open('/phones/nokia')
    expect(await screen.findByRole('heading', { level: 1, name: /^Nokia phones are no longer listed/ })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Search all phones' })).toHaveAttribute('href', '/search')
    expect(document.title).toBe('Nokia phones are no longer listed by themselves | Second Ring')
  })

  it('says when there is nothing in it', async () => {
    open(
      '/phones/pixel',
      vi.fn<PageOf>(() => ({ items: [], nextCursor: null })),
    )
    expect(await screen.findByText('No phones here right now')).toBeVisible()
  })
})

describe('the page of a seller', () => {
  const open = (answers: Answers) => openApp({ path: `/sellers/${sellerId}`, answers })

  it('says who they are and what they have for sale', async () => {
    open({ 'listings.seller': () => seller, 'listings.bySeller': paged() })
    const title = await screen.findByRole('heading', { level: 1, name: /^Nia Cole/ })
    expect(within(title).getByRole('img', { name: 'Verified seller' })).toBeInTheDocument()
    expect(document.title).toBe('Nia Cole, seller | Second Ring')
    expect(screen.getByText(/^Member since/)).toHaveTextContent('Member since March 2024. Has sold to 2 buyers here.')
    expect(await screen.findByRole('heading', { level: 3, name: listingCard.productName })).toBeVisible()
  })

  it('says when they sell nothing now', async () => {
    open({ 'listings.seller': () => seller, 'listings.bySeller': () => ({ items: [], nextCursor: null }) })
    expect(await screen.findByText('Nothing for sale right now')).toBeVisible()
  })

  it('is not found for who has none', async () => {
    open({
      'listings.seller': () => {
        throw refusal('There is no such seller.', 'NOT_FOUND', 404)
      },
      'listings.bySeller': () => ({ items: [], nextCursor: null }),
    })
    expect(await screen.findByText("Sorry, we couldn't find this page.")).toBeVisible()
    expect(document.title).toBe('Page not found | Second Ring')
  })
})
