import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Route } from '#routes/login.tsx'
import { fakeAccountDependencies } from '#testing/account-dependencies.ts'
import { openApp } from '#testing/open-app.tsx'

const { loadIdentity } = vi.hoisted(() => ({ loadIdentity: vi.fn() }))
vi.mock('#session/identity/load-identity.ts', () => ({ loadIdentity }))

const account = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'BUYER', verified: false, emailVerified: true }
const answers = {
  'accounts.exchange': () => ({ accessToken: 'fresh', expiresAt: '', account, deletionCancelled: false }),
  'orders.mine': () => ({ items: [], nextCursor: null }),
  'catalog.categories': () => [],
  'listings.advertised': () => ({ items: [], nextCursor: null }),
}

beforeEach(() => loadIdentity.mockResolvedValue(fakeAccountDependencies().identity))

async function logIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ben@x.test')
  await userEvent.type(screen.getByLabelText('Password'), 'second-ring')
  await userEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'Login' }))
}

describe('after the login', () => {
  it('a person comes to the page that they wanted, with the token stored', async () => {
    openApp({ path: '/dashboard/myOrders', answers })
    await logIn()
    expect(await screen.findByRole('heading', { name: 'My orders' })).toBeVisible()
    expect(location.pathname).toBe('/dashboard/myOrders')
    expect(localStorage.getItem('accessToken')).toBe('fresh')
  })

  it('a person whose account was about to be deleted reads that it stays', async () => {
    const kept = () => ({ accessToken: 'fresh', expiresAt: '', account, deletionCancelled: true })
    openApp({ path: '/login', answers: { ...answers, 'accounts.exchange': kept } })
    await logIn()
    expect(await screen.findByText('Welcome back: your account will not be deleted')).toHaveRole('status')
  })

  it('what stood behind the # stands there again, and was in no query meanwhile', async () => {
    openApp({ path: '/dashboard/myOrders#secret', answers })
    await screen.findByLabelText('Email')
    expect([location.search, location.hash]).toEqual([expect.not.stringContaining('secret'), '#secret'])
    await logIn()
    expect(await screen.findByRole('heading', { name: 'My orders' })).toBeVisible()
    expect([location.pathname, location.hash]).toEqual(['/dashboard/myOrders', '#secret'])
  })

  it('a person who wanted nothing else comes home', async () => {
    openApp({ path: '/login', answers })
    await logIn()
    await waitFor(() => expect(location.pathname).toBe('/'))
  })

  it('a path of another site is not gone to', async () => {
    openApp({ path: '/login?from=//evil.example', answers })
    await logIn()
    await waitFor(() => expect(location.pathname).toBe('/'))
  })
})

describe('who is signed in already', () => {
  it('is sent from the login to where they wanted to go', async () => {
    openApp({ path: '/login?from=%2Fdashboard%2FmyOrders', role: 'BUYER', answers })
    expect(await screen.findByRole('heading', { name: 'My orders' })).toBeVisible()
  })

  it('is sent from the sign-up to Home', async () => {
    openApp({ path: '/signup', role: 'BUYER', answers })
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(screen.queryByRole('heading', { name: 'Signup' })).toBeNull()
  })
})

describe('what the login remembers', () => {
  const remembered = (search: Record<string, unknown>) => {
    const { validateSearch } = Route.options
    return typeof validateSearch === 'function' ? validateSearch(search) : undefined
  }

  it('is a path of this site', () => {
    expect(remembered({ from: '/dashboard/myOrders' })).toEqual({ from: '/dashboard/myOrders' })
  })

  // A key that were only left out would come through from the URL unchecked.
  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', 7, null])(
    'is never %j',
    from => expect(Object.entries(remembered({ from }) ?? {})).toEqual([['from', undefined]]),
  )
})
