import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeAccountDependencies } from '#testing/account-dependencies.ts'
import { openApp, refusal } from '#testing/open-app.tsx'

const { loadIdentity } = vi.hoisted(() => ({ loadIdentity: vi.fn() }))
vi.mock('#session/identity/load-identity.ts', () => ({ loadIdentity }))
vi.mock('#api-client/log.ts')

const account = { id: 'nia', email: 'nia@x.test', name: 'Nia', role: 'BUYER', verified: false, emailVerified: true }
const register = vi.fn<(input: object) => unknown>()
const answers = {
  'accounts.register': register,
  'accounts.exchange': () => ({ accessToken: 'fresh', expiresAt: '', account }),
  'catalog.categories': () => [],
  'listings.advertised': () => ({ items: [], nextCursor: null }),
}

beforeEach(() => {
  loadIdentity.mockResolvedValue(fakeAccountDependencies().identity)
  register.mockReset()
})

async function signUp() {
  await userEvent.type(await screen.findByLabelText('Name'), 'Nia')
  await userEvent.type(screen.getByLabelText('Email'), 'nia@x.test')
  await userEvent.type(screen.getByLabelText('Password'), 'secret1')
  await userEvent.click(screen.getByRole('button', { name: 'signup' }))
}

describe('the sign-up page', () => {
  it('has the specification’s heading, fields, link and buttons', async () => {
    openApp({ path: '/signup' })
    const main = within(await screen.findByRole('main'))
    expect(await main.findByRole('heading', { level: 1, name: 'Signup' })).toBeVisible()
    expect(main.getByRole('textbox', { name: 'Name' })).toBeVisible()
    expect(main.getByRole('textbox', { name: 'Email' })).toBeVisible()
    expect(main.getByLabelText('Password')).toHaveAttribute('type', 'password')
    const types = within(main.getByRole('combobox', { name: 'Account Type' })).getAllByRole('option')
    expect(types.map(type => type.textContent)).toEqual(['Buyer', 'Seller'])
    expect(main.getByRole('button', { name: 'signup' })).toHaveAttribute('type', 'submit')
    expect(main.getByRole('link', { name: 'Already have an account?' })).toHaveAttribute('href', '/signup')
    expect(main.getByRole('button', { name: 'Google Sign In' })).toBeVisible()
  })

  it('sends name, email’s proof and role to the product, never the password, and leads home', async () => {
    const { fetch } = openApp({ path: '/signup', answers })
    await signUp()
    await waitFor(() => expect(location.pathname).toBe('/'))
    expect(register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'Nia', role: 'BUYER' })
    expect(JSON.stringify(fetch.mock.calls)).not.toContain('secret1')
    expect(localStorage.getItem('accessToken')).toBe('fresh')
  })

  it('whose record the server refuses shows nothing of it, and leads to the login', async () => {
    register.mockImplementation(() => {
      throw refusal('Request failed with status code 500', 'CONFLICT', 409)
    })
    openApp({ path: '/signup', answers })
    await signUp()
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeVisible()
    expect(screen.queryByText(/Request failed/)).toBeNull()
  })
})
