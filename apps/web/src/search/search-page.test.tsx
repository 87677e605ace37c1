import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { facets, noFacets } from '#testing/facets.ts'
import { listingCard } from '#testing/listing-card.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

interface Asked {
  text: string
  sort: string
  exact: boolean
  conditions: string[]
  maxPriceCents?: number
}
const found = vi.fn<(asked: Asked) => unknown>()
const counted = vi.fn<(asked: Asked) => unknown>()
const page = (items: ListingCard[], correctedTo: string | null = null) => ({ items, nextCursor: null, correctedTo })

// The screen's code takes a while the first time; no test is to wait for it.
beforeAll(() => import('./search-page.tsx'))
beforeEach(() => {
  found.mockReset().mockReturnValue(page([listingCard]))
  counted.mockReset().mockReturnValue(facets)
})

function open(path: string, answers: Answers = {}, role?: 'BUYER' | 'SELLER') {
  return openApp({
    path,
    ...(role && { role }),
    answers: {
      'search.listings': found,
      'search.facets': counted,
      'catalog.categories': () => [],
      'listings.favoriteIds': () => [],
      ...answers,
    },
  })
}
const status = (text: string) => waitFor(() => expect(screen.getByText(text)).toHaveAttribute('role', 'status'))

describe('the search page', () => {
  it('asks for what its address says, and shows what is found and how much', async () => {
    open('/search?q=pixel&condition=good&max=300&sort=price-up')
    expect(await screen.findByRole('link', { name: 'Pixel 8' })).toHaveAttribute('href', `/listings/${listingCard.id}`)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Results for “pixel”')
    const narrowed = { text: 'pixel', conditions: ['GOOD'], maxPriceCents: 30_000 }
    expect(found).toHaveBeenCalledWith(expect.objectContaining({ ...narrowed, sort: 'price-up', exact: false }))
    expect(counted).toHaveBeenCalledWith(expect.objectContaining(narrowed))
    await status('12 phones')
    expect(screen.getByRole('combobox', { name: 'Search phones' })).toHaveValue('pixel')
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-up')
  })

  it('takes filters away by their chips, and all at once', async () => {
    const { router } = open('/search?q=pixel&condition=good,fair&verified=true')
    const chips = within(await screen.findByRole('list', { name: 'Filters' }))
    await userEvent.click(chips.getByRole('button', { name: 'Remove the filter Good' }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'pixel', condition: 'fair' }))
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(router.state.location.href).toBe('/search?q=pixel'))
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    router.history.back()
    expect(await screen.findByRole('button', { name: 'Remove the filter Fair' })).toBeVisible()
  })

  it('is narrowed in a sheet, which says how many phones are left', async () => {
    const { router } = open('/search?q=pixel')
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.click(await sheet.findByRole('checkbox', { name: /^Good/ }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ condition: 'good' }))
    await userEvent.click(sheet.getByRole('radio', { name: /^Under \$100/ }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ condition: 'good', max: 99.99 }))
    expect(sheet.getByRole('radio', { name: /^Up to 2 years/ })).toHaveAccessibleName(/^Up to 2 years *5 *phones$/)
    await userEvent.type(sheet.getByRole('textbox', { name: 'Lowest price' }), '200')
    await userEvent.click(sheet.getByRole('button', { name: 'Go: narrow to these prices' }))
    expect(await sheet.findByRole('alert')).toHaveTextContent('The lowest price is above the highest')
    await userEvent.clear(sheet.getByRole('textbox', { name: 'Highest price' }))
    await userEvent.click(sheet.getByRole('button', { name: 'Go: narrow to these prices' }))
    await waitFor(() => expect(router.state.location.href).toBe('/search?q=pixel&condition=good&min=200'))
    await userEvent.click(await sheet.findByRole('button', { name: 'Show 12 phones' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows what is chosen at once, and adds the next choice to it, while the search is on its way', async () => {
    const { router } = open('/search?q=pixel')
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    const [good, fair] = [
      await sheet.findByRole('checkbox', { name: /^Good/ }),
      sheet.getByRole('checkbox', { name: /^Fair/ }),
    ]
    // Both before anything that has to wait.
    fireEvent.click(good)
    expect(good).toBeChecked()
    fireEvent.click(fair)
    expect(good).toBeChecked()
    expect(fair).toBeChecked()
    await waitFor(() => expect(router.state.location.search).toMatchObject({ condition: 'good,fair' }))
    expect(fair).toBeChecked()
    const both = expect.objectContaining({ conditions: ['GOOD', 'FAIR'] })
    await waitFor(() => expect(counted).toHaveBeenLastCalledWith(both))
    await waitFor(() => expect(found).toHaveBeenLastCalledWith(both))
  })

  it('says what it searched for instead, has it counted in one go, and searches for what was typed on demand', async () => {
    found.mockImplementation(({ exact }) => (exact ? page([]) : page([listingCard], 'pixel')))
    open('/search?q=pxiel')
    expect(await screen.findByText('Showing results for', { exact: false })).toHaveTextContent(
      'Showing results for pixel instead of pxiel',
    )
    await waitFor(() => expect(counted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ exact: false })))
    counted.mockReturnValue(noFacets)
    await userEvent.click(screen.getByRole('link', { name: 'Search for pxiel' }))
    expect(await screen.findByText('Nothing found for “pxiel”')).toBeVisible()
    expect(screen.queryByText('Showing results for', { exact: false })).toBeNull()
    expect(counted).toHaveBeenLastCalledWith(expect.objectContaining({ text: 'pxiel', exact: true }))
  })

  it.each([
    [undefined, '/signup'],
    ['SELLER', '/dashboard/AddProduct'],
    ['BUYER', undefined],
  ] as const)('of an empty market says that nothing is for sale, and how %s sells a phone', async (role, href) => {
    found.mockReturnValue(page([]))
    counted.mockReturnValue(noFacets)
    open('/search', {}, role)
    expect(await screen.findByText('No phone is for sale now')).toBeVisible()
    expect(screen.getByText('Phones appear here as soon as sellers post them.')).toBeVisible()
    const sell = within(screen.getByRole('region', { name: 'Phones found' })).queryByRole('link')
    expect(sell?.getAttribute('href') ?? undefined).toBe(href)
    expect(screen.queryByText(/filters\.?$|spelling/)).toBeNull()
  })

  it('shows what is found without waiting for the counts', async () => {
    counted.mockReturnValue(new Promise(() => undefined))
    open('/search?q=pixel')
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    expect(sheet.getByRole('checkbox', { name: 'Good' })).toBeEnabled()
  })

  it('says when the phones could not be counted, and counts them on demand', async () => {
    counted.mockImplementation(() => {
      throw refusal('No', 'INVALID_INPUT', 400)
    })
    open('/search?q=pixel')
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    expect(await sheet.findByRole('status')).toHaveTextContent('could not be counted')
    counted.mockReset().mockReturnValue(facets)
    await userEvent.click(sheet.getByRole('button', { name: 'Try again: count the phones' }))
    expect(await sheet.findByRole('checkbox', { name: /^Good *7 *phones$/ })).toBeVisible()
    expect(sheet.queryByText(/could not be counted/)).toBeNull()
  })

  it('tells least numbers where not all were counted, and none where none of those were', async () => {
    const conditions = { values: [{ condition: 'GOOD', count: 120 }], capped: true }
    counted.mockReturnValue({ ...facets, total: 150, capped: true, conditions })
    open('/search?q=pixel')
    await status('150+ phones')
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }))
    expect(sheet.getByRole('checkbox', { name: /^Good *120\+ *phones$/ })).toBeVisible()
    expect(sheet.getByRole('checkbox', { name: 'Fair' })).toBeVisible()
  })

  it('says when nothing is found, and offers what to take away', async () => {
    found.mockImplementation(({ conditions }) => page(conditions.length > 0 ? [] : [listingCard]))
    const { router } = open('/search?q=pixel&condition=fair')
    await userEvent.click(await screen.findByRole('button', { name: 'Without “Fair”' }))
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    expect(router.state.location.href).toBe('/search?q=pixel')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('shows a skeleton while it searches', async () => {
    found.mockReturnValue(new Promise(() => undefined))
    open('/search?q=pixel')
    expect(await screen.findByText('Loading the phones')).toBeInTheDocument()
  })

  it('says why it did not work, and tries again on demand', async () => {
    found.mockImplementation(() => {
      throw refusal('The shop is closed', 'INVALID_INPUT', 400)
    })
    open('/search?q=pixel')
    expect(await screen.findByText('The shop is closed')).toBeVisible()
    found.mockReturnValue(page([listingCard]))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
  })
})

describe('saving a search', () => {
  it('sends a visitor to the login, and back', async () => {
    open('/search?q=pixel')
    const link = await screen.findByRole('link', { name: 'Save this search' })
    expect(link).toHaveAttribute('href', '/login?from=%2Fsearch%3Fq%3Dpixel')
  })

  it('is not offered for a search of everything', async () => {
    open('/search')
    expect(await screen.findByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Save this search' })).toBeNull()
  })

  it('saves what was found, and leads to the others', async () => {
    found.mockReturnValue(page([listingCard], 'pixel'))
    const save = vi.fn(() => ({ savedSearchId: listingCard.id, created: true }))
    // The link that takes the focus has its screen fetched ahead, on a slow machine before the focus goes on.
    const answers = { 'search.save': save, 'search.saved': () => [] }
    const { queryClient } = open('/search?q=pxiel&condition=good', answers, 'BUYER')
    await screen.findByText('Showing results for', { exact: false })
    await userEvent.click(await screen.findByRole('button', { name: 'Save this search' }))
    expect(await screen.findByText('Search saved: we tell you of new phones')).toBeInTheDocument()
    expect(save).toHaveBeenCalledWith(expect.objectContaining({ text: 'pixel', conditions: ['GOOD'] }))
    const others = await screen.findByRole('link', { name: 'See saved searches' })
    expect(others).toHaveAttribute('href', '/dashboard/savedSearches')
    expect(others).toHaveFocus()
    // Only once: whoever goes on is not taken back when something else on the page changes.
    screen.getByRole('heading', { level: 1 }).focus()
    await act(async () => void queryClient.invalidateQueries())
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(others).not.toHaveFocus()
  })
})
