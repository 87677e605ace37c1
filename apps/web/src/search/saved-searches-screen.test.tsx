import type { SavedSearch } from '@second-ring/contracts/search/saved-search'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

const category = { id: '0190a000-0000-7000-8000-000000000002', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }
const none = { text: '', conditions: [], location: '', verifiedOnly: false }
const saved = (n: number, filters: Partial<SavedSearch['filters']>): SavedSearch => ({
  id: `0190a000-0000-7000-8000-00000000000${n}`,
  filters: { ...none, ...filters },
  savedAt: '2026-01-05T12:00:00.000Z',
  muted: false,
})
let searches: SavedSearch[]
beforeEach(() => {
  searches = [
    saved(1, { text: 'pixel 8', conditions: ['GOOD'], maxPriceCents: 30_000 }),
    saved(2, { categoryId: category.id, verifiedOnly: true }),
  ]
})

function open(answers: Answers = {}) {
  openApp({
    path: '/dashboard/savedSearches',
    role: 'BUYER',
    answers: {
      'catalog.categories': () => [category],
      'search.saved': () => searches,
      'search.forget': ({ savedSearchId }: { savedSearchId: string }) => {
        searches = searches.filter(({ id }) => id !== savedSearchId)
        return { savedSearchId }
      },
      ...answers,
    },
  })
}

describe('Saved searches', () => {
  it('says each in words, and opens it with the newest first', async () => {
    open()
    for (const name of ['“pixel 8”', 'Pixel']) {
      expect(await screen.findByRole('heading', { level: 2, name })).toBeVisible()
    }
    expect(screen.getByText(/^Good · Up to \$300 · Saved/)).toBeVisible()
    expect(screen.getByText(/^Verified sellers · Saved/)).toBeVisible()
    expect(screen.getByRole('link', { name: /^Open *“pixel 8”$/ })).toHaveAttribute(
      'href',
      '/search?q=pixel+8&condition=good&max=300&sort=newest',
    )
  })

  it('forgets one after asking, and goes on from the next', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Forget *“pixel 8”$/ }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Forget this search?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Forget it' }))
    expect(await screen.findByText('Search forgotten')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('“pixel 8”')).toBeNull())
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Pixel' })).toHaveFocus())
  })

  it('mutes one, and turns it on again', async () => {
    open({
      'search.mute': ({ savedSearchId, muted }: { savedSearchId: string; muted: boolean }) => {
        searches = searches.map(search => (search.id === savedSearchId ? { ...search, muted } : search))
        return { savedSearchId, muted }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Mute *“pixel 8”$/ }))
    expect(await screen.findByText('Search muted')).toBeInTheDocument()
    expect(await screen.findByText(/Saved.* · Muted$/)).toBeVisible()
    await userEvent.click(await screen.findByRole('button', { name: /^Unmute *“pixel 8”$/ }))
    expect(await screen.findByRole('button', { name: /^Mute *“pixel 8”$/ })).toBeVisible()
  })

  it('says why one could not be muted', async () => {
    open({
      'search.mute': () => {
        throw refusal('You have no such saved search.', 'NOT_FOUND', 404)
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Mute *“pixel 8”$/ }))
    expect(await screen.findByText('You have no such saved search.')).toBeInTheDocument()
  })

  it('says when there are none, and where to begin', async () => {
    searches = []
    open()
    expect(await screen.findByText('You have saved no search yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Search phones' })).toHaveAttribute('href', '/search')
  })

  it('says why they did not load, and loads them on demand', async () => {
    let down = true
    open({
      'search.saved': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return searches
      },
    })
    expect(await screen.findByText('The shop is closed')).toBeVisible()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: '“pixel 8”' })).toBeVisible()
  })
})
