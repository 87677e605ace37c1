import type { Account } from '@second-ring/contracts/accounts/account'
import type { MyFactorOutput } from '@second-ring/contracts/factor/factor'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '#testing/open-app.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { FactorSection } from './factor-section.tsx'

const browser = vi.hoisted(() => ({
  startRegistration: vi.fn<(options: unknown) => Promise<unknown>>(),
  startAuthentication: vi.fn<(options: unknown) => Promise<unknown>>(),
  browserSupportsWebAuthn: () => true,
}))
vi.mock('@simplewebauthn/browser', () => browser)
const place = vi.hoisted(() => ({ hash: '' }))
vi.mock('@tanstack/react-router', async importOriginal => ({
  ...(await importOriginal<object>()),
  useLocation: () => place,
  useNavigate: () => async () => undefined,
}))

const admin: Account = {
  id: 'ada',
  email: 'ada@x.test',
  name: 'Ada',
  role: 'ADMIN',
  verified: false,
  emailVerified: true,
}
const passkey = { id: '1', name: 'Laptop', createdAt: '2026-01-05T12:00:00.000Z', usedAt: null }
const made = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'b', attestationObject: 'c' } }
const codes = ['2222-3333', '4444-5555']

let standing: MyFactorOutput
const startPasskey = vi.fn<(input: unknown) => unknown>()
const registerPasskey = vi.fn<(input: unknown) => unknown>()
const removePasskey = vi.fn<(input: unknown) => unknown>()

beforeEach(() => {
  place.hash = ''
  standing = { isRequired: false, passkeys: [], recoveryCodesLeft: 0, tokens: [] }
  browser.startRegistration.mockReset().mockResolvedValue(made)
  startPasskey.mockReset().mockReturnValue({ challenge: 'c' })
  registerPasskey.mockReset().mockImplementation(() => {
    standing = { ...standing, passkeys: [passkey], recoveryCodesLeft: 10 }
    return { passkeyId: '1', recoveryCodes: codes }
  })
  removePasskey.mockReset().mockImplementation(() => {
    standing = { ...standing, passkeys: [] }
    return { passkeyId: '1' }
  })
})

function open(account = admin) {
  const answers = {
    'factor.mine': () => structuredClone(standing),
    'factor.startPasskey': startPasskey,
    'factor.registerPasskey': registerPasskey,
    'factor.removePasskey': removePasskey,
    'factor.renewCodes': () => ({ recoveryCodes: codes }),
    'factor.makeToken': () => ({ tokenId: '1', token: 'admin_abc', expiresAt: '2026-01-06T12:00:00.000Z' }),
  }
  const page = (
    <>
      <PageTitle>My account</PageTitle>
      <FactorSection />
    </>
  )
  renderWithApi(page, answers, account)
}

async function add(name: string) {
  await userEvent.type(await screen.findByLabelText('Name of the new passkey'), name)
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }))
}

describe('an admin’s passkeys', () => {
  it('are added by name; the recovery codes are shown once, to be copied and downloaded', async () => {
    open()
    await add('Laptop')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Your recovery codes' }))
    expect(registerPasskey).toHaveBeenCalledWith({ name: 'Laptop', passkey: { ...made, clientExtensionResults: {} } })
    expect(dialog.getByRole('list', { name: 'Recovery codes' })).toHaveFocus()
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
    expect(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      expect.stringContaining(codes[1] ?? ''),
    )
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await dialog.findByText('Copied')).toBeVisible()
    expect(writeText).toHaveBeenCalledWith(codes.join('\n'))
    vi.unstubAllGlobals()
    await userEvent.click(dialog.getByRole('button', { name: 'I have kept them' }))
    await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull())
    expect(await screen.findByText('Laptop')).toBeVisible()
  })

  it('need a name, and what the browser did not do is said', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }))
    expect(await screen.findByText('Give the passkey a name')).toBeVisible()
    browser.startRegistration.mockRejectedValue(Object.assign(new Error('x'), { name: 'InvalidStateError' }))
    await add('Laptop')
    expect(await screen.findByText('This device has a passkey of yours already.')).toBeVisible()
  })

  it('begin with a set-up link where one is required', async () => {
    standing = { ...standing, isRequired: true }
    place.hash = 'set-up=abc'
    open()
    await add('Laptop')
    expect(startPasskey).toHaveBeenCalledWith({ setUp: 'abc' })
    expect(registerPasskey).toHaveBeenCalledWith(expect.objectContaining({ setUp: 'abc' }))
  })

  it('say so where the link is missing', async () => {
    standing = { ...standing, isRequired: true }
    open()
    expect(await screen.findByText(/The first one needs a set-up link/)).toBeVisible()
  })

  it('are removed after a question, and a rejection is shown', async () => {
    standing = { ...standing, passkeys: [passkey], recoveryCodesLeft: 10 }
    removePasskey.mockImplementationOnce(() => {
      throw refusal('This is your last passkey: add another one first.', 'CONFLICT', 409)
    })
    open()
    for (let press = 0; press < 2; press += 1) {
      await userEvent.click(await screen.findByRole('button', { name: 'Remove passkey Laptop' }))
      await userEvent.click(await screen.findByRole('button', { name: 'Remove passkey' }))
    }
    await screen.findByText('This is your last passkey: add another one first.')
    await screen.findByText('Passkey Laptop removed')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove passkey Laptop' })).toBeNull())
    expect(screen.getByRole('heading', { name: 'My account' })).toHaveFocus()
  })

  it('bring new codes and tokens, each shown once', async () => {
    standing = { ...standing, passkeys: [passkey], recoveryCodesLeft: 1 }
    open()
    expect(await screen.findByText('1 code is left. New codes replace all of them.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Make a token' }))
    expect(await screen.findByLabelText('The new token')).toHaveValue('admin_abc')
    await userEvent.click(screen.getByRole('button', { name: 'Make new codes' }))
    expect(await screen.findByText(codes[0] ?? '')).toBeVisible()
  })
})

it('nobody else is shown any of it', async () => {
  open({ ...admin, role: 'SELLER' })
  expect(screen.queryByText('Passkeys')).toBeNull()
})
