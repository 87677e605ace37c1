import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { listingCard } from '#testing/listing-card.ts'
import { openApp } from '#testing/open-app.tsx'

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image: { url: '/p.webp' } }

/** Home, on a server whose categories' lists and names are counted. */
async function openHome() {
  const byCategory = vi.fn<() => unknown>(() => ({
    items: [{ ...listingCard, categoryId: pixel.id }],
    nextCursor: null,
  }))
  const category = vi.fn(() => pixel)
  openApp({
    path: '/',
    role: 'BUYER',
    answers: {
      'catalog.categories': () => [pixel],
      'catalog.category': category,
      'listings.favoriteIds': () => [],
      'listings.advertised': () => ({ items: [listingCard], nextCursor: null }),
      'listings.byCategory': byCategory,
    },
  })
  const link = await screen.findByRole('link', { name: 'Pixel' })
  await screen.findByRole('article')
  return { link, byCategory, category }
}

/** Watches for signs that something is waited for; answers with what they said. */
function watchWaiting(): () => string[] {
  const seen: string[] = []
  const look = () => {
    for (const sign of document.querySelectorAll('[role=status]'))
      if (/^Loading/.test(sign.textContent)) seen.push(sign.textContent)
  }
  const observer = new MutationObserver(look)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    observer.disconnect()
    return seen
  }
}

const atCategory = async () => within(await screen.findByRole('main')).findByText('All phones')

describe('the phones of a category', () => {
  it.each([
    ['pointed at', (link: HTMLElement) => userEvent.hover(link)],
    ['focused', async (link: HTMLElement) => link.focus()],
    ['touched', async (link: HTMLElement) => void fireEvent.touchStart(link)],
  ])('are fetched when its link is %s', async (_, hint) => {
    const { link, byCategory, category } = await openHome()
    expect(byCategory).not.toHaveBeenCalled()
    await hint(link)
    await waitFor(() => expect(byCategory).toHaveBeenCalledOnce())
    expect(category).toHaveBeenCalledOnce()
    expect(screen.getByRole('heading', { name: 'Categories' })).toBeVisible()
  })

  it('show at once when they are there, and so does Home on the way back and the list on the next', async () => {
    const { link, byCategory } = await openHome()
    await userEvent.hover(link)
    await waitFor(() => expect(byCategory).toHaveBeenCalledOnce())
    const waitedFor = watchWaiting()
    await userEvent.click(link)
    await atCategory()
    await userEvent.click(screen.getByRole('link', { name: 'Home' }))
    const again = await screen.findByRole('link', { name: 'Pixel' })
    expect(screen.getByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    await userEvent.click(again)
    await atCategory()
    expect(screen.getByRole('heading', { name: 'Pixel 8' })).toBeVisible()
    expect(waitedFor()).toEqual([])
  })

  it('are waited for with a sign when they are not', async () => {
    const { link, byCategory } = await openHome()
    byCategory.mockReturnValue(new Promise(() => undefined))
    const waitedFor = watchWaiting()
    await userEvent.click(link)
    expect(await screen.findByText('Loading', {}, { timeout: 5000 })).toBeInTheDocument()
    expect(waitedFor()).not.toEqual([])
  })
})
