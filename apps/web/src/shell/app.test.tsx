import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import toast from 'react-hot-toast'
import { describe, expect, it, vi } from 'vitest'
import { expectCaughtErrors, openApp, refusal } from '#testing/open-app.tsx'

const nothing = () => ({ items: [], nextCursor: null })

describe('until it is known who is signed in', () => {
  it('a spinner shows', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    openApp({ path: '/dashboard', role: 'BUYER', answers: { 'accounts.me': () => promise } })
    expect(screen.getByRole('status')).toHaveTextContent('Loading')
    expect(screen.queryByRole('heading')).toBeNull()
    await act(async () =>
      resolve({
        id: 'ben',
        email: 'ben@x.test',
        name: '',
        role: 'BUYER',
        verified: false,
        emailVerified: true,
      } as const),
    )
    expect(await screen.findByText('You are signed in as Deleted user.')).toBeVisible()
  })

  it('it says when the server cannot be reached, and goes on when it can', async () => {
    let reachable = false
    const me = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'BUYER', verified: false, emailVerified: true }
    openApp({
      path: '/dashboard',
      role: 'BUYER',
      answers: {
        'accounts.me': () => {
          if (!reachable) throw new TypeError('Failed to fetch')
          return me
        },
      },
    })
    expect(await screen.findByText('We cannot reach Second Ring')).toBeVisible()
    expect(localStorage.getItem('accessToken')).not.toBeNull()
    reachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Welcome To Dashboard' })).toBeVisible()
  })
})

describe('a screen for others', () => {
  it('sends a guest to the login, which remembers the way, in place of the screen in the history', async () => {
    // Without entries ahead, which a new one would take away.
    history.pushState({}, '', '/')
    const { router } = openApp({ path: '/blog' })
    await screen.findByRole('heading', { name: 'Blog' })
    const before = history.length
    await act(() => router.navigate({ to: '/dashboard/myOrders' }))
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    expect(router.state.location.search).toEqual({ from: '/dashboard/myOrders' })
    expect(history.length).toBe(before + 1)
  })

  it.each([
    ['/dashboard/AllBuyers', 'BUYER'],
    ['/dashboard/AllSellers', 'SELLER'],
    ['/dashboard/AddProduct', 'BUYER'],
    ['/dashboard/MyProducts', 'ADMIN'],
    ['/dashboard/earnings', 'ADMIN'],
  ] as const)('%s signs a %s out and sends them to the login', async (path, role) => {
    const { session } = openApp({ path, role })
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    expect(location.pathname).toBe('/login')
    expect(session.get().status).toBe('signed-out')
    expect(localStorage.getItem('accessToken')).toBeNull()
  })

  it('is left for the login as soon as the server knows its visitor no more', async () => {
    const gone = () => {
      throw refusal('Sign in to go on.', 'UNAUTHENTICATED', 401)
    }
    const { session } = openApp({
      path: '/dashboard/myOrders',
      role: 'BUYER',
      answers: { 'orders.mine': gone, 'accounts.exchange': gone },
    })
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    expect(session.get().status).toBe('signed-out')
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})

describe('a server that cannot be reached', () => {
  const networks = [
    ['Network Error', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'Request failed with status code 502',
      () => Promise.resolve(new Response('<h1>Bad Gateway</h1>', { status: 502 })),
    ],
  ] as const

  it.each(networks)('is told on the screen in plain words: %s', async (words, trouble) => {
    const toasted = vi.spyOn(toast, 'error')
    const { fetch, router } = openApp({ path: '/dashboard', role: 'ADMIN', answers: { 'orders.all': nothing } })
    await screen.findByRole('heading', { name: 'Welcome To Dashboard' })
    fetch.mockImplementation(trouble)
    await act(() => router.navigate({ to: '/dashboard/AllOrders' }))
    expect(await screen.findByText('The orders did not load')).toBeVisible()
    // Once, in its place: no toast and no error page.
    expect(screen.getByText(new RegExp(`^${words}\\. `))).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'All orders' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(toasted).not.toHaveBeenCalled()
  })

  it.each(networks)('leaves Home standing, without a toast: %s', async (words, trouble) => {
    const toasted = vi.spyOn(toast, 'error')
    const { fetch, router } = openApp({ path: '/blog' })
    await screen.findByRole('heading', { name: 'Blog' })
    fetch.mockImplementation(trouble)
    await act(() => router.navigate({ to: '/' }))
    expect(await screen.findByText('The advertised phones did not load')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Categories' })).toBeVisible()
    expect(screen.queryByText(new RegExp(words))).toBeNull()
    expect(screen.queryByText('Oops! Something Went Wrong!')).toBeNull()
    expect(toasted).not.toHaveBeenCalled()
  })

  it.each(networks)('is told on the error page of a screen that waits for it: %s', async (words, trouble) => {
    expectCaughtErrors()
    const { fetch, router } = openApp({ path: '/dashboard', role: 'BUYER' })
    await screen.findByRole('heading', { name: 'Welcome To Dashboard' })
    fetch.mockImplementation(trouble)
    const orderId = '0190a000-0000-7000-8000-000000000001'
    await act(() => router.navigate({ to: '/dashboard/payment/$orderId', params: { orderId } }))
    expect(await screen.findByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(words)
  })
})
