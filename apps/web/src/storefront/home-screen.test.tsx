import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const answers: Answers = {
  'catalog.categories': () => [pixel],
  'listings.advertised': () => ({ items: [listingCard], nextCursor: null }),
}

describe('Home', () => {
  it('has a banner, the categories, the advertised items and the advantages', async () => {
    openApp({ path: '/', answers })
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('A good phone deserves a second ring.')
    const sections = screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
    expect(sections.slice(0, 3)).toEqual(['Categories', 'Advertised items', 'Why buy second-hand?'])
    expect(within(screen.getByRole('region', { name: 'Why buy second-hand?' })).getAllByRole('listitem')).toHaveLength(
      6,
    )
  })

  it('shows each category with its picture and a name that leads to its page', async () => {
    openApp({ path: '/', answers })
    const link = await screen.findByRole('link', { name: 'Pixel' })
    expect(link).toHaveAttribute('href', `/singleCategories/${pixel.id}`)
    expect(link.closest('li')?.querySelector('img')).toHaveAttribute('src', '/p.webp')
    const all = screen.getByRole('link', { name: /^See all/ })
    expect(all).toHaveAttribute('href', '/phones/pixel')
    expect(all.querySelector('img')).toHaveAttribute('src', '/p.webp')
  })

  it('shows skeletons while the categories and the advertised items load', async () => {
    openApp({ path: '/' })
    expect(await screen.findByText('Loading the categories')).toBeInTheDocument()
    expect(screen.getByText('Loading the phones')).toBeInTheDocument()
  })

  it('says nothing of categories that did not load, and fetches them again on focus', async () => {
    let down = true
    const categories = () => {
      if (down) throw refusal('Something is wrong', 'INVALID_INPUT', 400)
      return [pixel]
    }
    openApp({ path: '/', answers: { ...answers, 'catalog.categories': categories } })
    const section = await screen.findByRole('region', { name: 'Categories' })
    await waitFor(() => expect(within(section).queryByText('Loading the categories')).toBeNull())
    expect(within(section).getByRole('list')).toBeEmptyDOMElement()
    expect(within(section).queryByRole('button')).toBeNull()
    expect(screen.queryByText('Something is wrong')).toBeNull()
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    down = false
    fireEvent(window, new Event('visibilitychange'))
    expect(await screen.findByRole('link', { name: 'Pixel' })).toBeVisible()
  })

  it('says that there are no categories yet', async () => {
    openApp({ path: '/', answers: { ...answers, 'catalog.categories': () => [] } })
    expect(await screen.findByText('No categories yet')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Create the first one' })).toBeNull()
  })

  it('leads an admin to the categories when there are none', async () => {
    openApp({ path: '/', role: 'ADMIN', answers: { ...answers, 'catalog.categories': () => [] } })
    const link = await screen.findByRole('link', { name: 'Create the first one' })
    expect(link).toHaveAttribute('href', '/dashboard/Categories')
  })
})

describe('the advertised items', () => {
  it('show their year of purchase, and 2022-02-3 without one', async () => {
    openApp({ path: '/', answers })
    expect(await screen.findByText('Bought 2022-02-3')).toBeVisible()
  })

  it.each([
    ['where to look', [pixel], 'No seller advertises a phone now. Look into the categories above.'],
    ['nothing of categories that are not there', [], 'Nothing can be for sale before the market has categories.'],
  ])('say when there are none, and %s', async (_, categories, text) => {
    const none = { 'listings.advertised': () => ({ items: [], nextCursor: null }) }
    openApp({ path: '/', answers: { ...answers, ...none, 'catalog.categories': () => categories } })
    expect(await screen.findByText('There is no Advertised item to show')).toBeVisible()
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('say that they did not load, and load on demand', async () => {
    let down = true
    const advertised = () => {
      if (down) throw refusal('Something is wrong', 'INVALID_INPUT', 400)
      return { items: [listingCard], nextCursor: null }
    }
    openApp({ path: '/', answers: { ...answers, 'listings.advertised': advertised } })
    expect(await screen.findByText('The advertised phones did not load')).toBeVisible()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
  })

  it('send a guest who wants to book to the login, and back', async () => {
    openApp({ path: '/', answers })
    const booking = await screen.findByRole('link', { name: 'Booking: Pixel 8' })
    expect(booking).toHaveAttribute('href', '/login?from=%2F')
  })
})
