import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectCaughtErrors, openApp, refusal } from '#testing/open-app.tsx'

const path = '/dashboard/payment/0190a000-0000-7000-8000-000000000001'
const byId = vi.fn<() => unknown>()

beforeEach(() => {
  expectCaughtErrors()
  byId.mockReset()
  byId.mockImplementation(() => {
    throw refusal('There is no such order.', 'NOT_FOUND', 404)
  })
})

async function open() {
  const app = openApp({ path, role: 'BUYER', answers: { 'orders.byId': byId } })
  await screen.findByRole('heading', { level: 1, name: 'Oops! Something Went Wrong!' })
  return app
}

describe('a screen that could not be shown', () => {
  it('says so and why, inside both layouts', async () => {
    await open()
    expect(screen.getByRole('alert')).toHaveTextContent('There is no such order.')
    expect(screen.queryByText(/often helps/)).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
    expect(document.title).toBe('Payment | Second Ring')
  })

  it('shows in the main layout alone too', async () => {
    const category = () => {
      throw refusal('The shop is being mended.', 'UNAVAILABLE', 503)
    }
    const others = { 'listings.byCategory': () => ({ items: [], nextCursor: null }), 'listings.favoriteIds': () => [] }
    openApp({
      path: '/singleCategories/0190a000-0000-7000-8000-000000000001',
      role: 'BUYER',
      answers: { ...others, 'catalog.category': category },
    })
    expect(await screen.findByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('The shop is being mended.')
    expect(screen.getByText('Trying again often helps.')).toBeVisible()
    expect(screen.queryByRole('navigation', { name: 'Dashboard' })).toBeNull()
  })

  it('signs out and leads to the login', async () => {
    const { session } = await open()
    await userEvent.click(screen.getByRole('button', { name: 'Sign out & log in again' }))
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(session.get().status).toBe('signed-out')
    expect(localStorage.getItem('accessToken')).toBeNull()
  })

  it('can be tried again', async () => {
    await open()
    const tries = byId.mock.calls.length
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(byId.mock.calls.length).toBe(tries + 1))
    expect(await screen.findByRole('alert')).toHaveTextContent('There is no such order.')
  })
})

describe('a category that does not exist', () => {
  it.each([
    ['NOT_FOUND', 404],
    ['INVALID_INPUT', 400],
  ])('is not found, and leads home: %s', async (code, status) => {
    const category = () => {
      throw refusal('There is no such category.', code, status)
    }
    const others = { 'listings.byCategory': () => ({ items: [], nextCursor: null }), 'listings.favoriteIds': () => [] }
    openApp({
      path: '/singleCategories/0190a000-0000-7000-8000-000000000001',
      role: 'BUYER',
      answers: { ...others, 'catalog.category': category },
    })
    expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to homepage' })).toHaveAttribute('href', '/')
    await waitFor(() => expect(document.title).toBe('Page not found | Second Ring'))
    expect(screen.queryByText(/Oops|often helps/)).toBeNull()
  })
})

describe('any other path', () => {
  it('is not found, and leads home', async () => {
    openApp({ path: '/nothing/here' })
    expect(await screen.findByRole('heading', { level: 1, name: '404' })).toBeVisible()
    const main = within(screen.getByRole('main'))
    expect(main.getByText("Sorry, we couldn't find this page.")).toBeVisible()
    expect(main.getByRole('link', { name: 'Back to homepage' })).toHaveAttribute('href', '/')
  })
})

describe('a phone that does not come', () => {
  const phone = () => {
    throw refusal('Out of reach.', 'UNAVAILABLE', 503)
  }
  const others = { 'listings.similar': () => [] }
  const openPhone = () =>
    openApp({
      path: '/listings/0190a000-0000-7000-8000-000000000001',
      answers: { ...others, 'listings.get': phone },
    })

  it('is not said to be missing', async () => {
    openPhone()
    expect(await screen.findByRole('heading', { level: 1, name: 'Oops! Something Went Wrong!' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Something went wrong | Second Ring'))
  })

  it('without a connection has the title of what the page says', async () => {
    onlineManager.setOnline(false)
    try {
      openPhone()
      expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
      await waitFor(() => expect(document.title).toBe('You are offline | Second Ring'))
    } finally {
      act(() => onlineManager.setOnline(true))
    }
  })
})

it('without a connection a screen says so, and is there when the connection is back', async () => {
  onlineManager.setOnline(false)
  try {
    byId.mockImplementation(() => {
      throw refusal('Out of reach.', 'UNAVAILABLE', 503)
    })
    openApp({ path, role: 'BUYER', answers: { 'orders.byId': byId } })
    expect(await screen.findByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
    const tries = byId.mock.calls.length
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(byId.mock.calls.length).toBeGreaterThan(tries))
  } finally {
    onlineManager.setOnline(true)
  }
})
