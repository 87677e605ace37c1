import type { Account } from '@second-ring/contracts/accounts/account'
import type { MyFactorOutput } from '@second-ring/contracts/factor/factor'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '#testing/open-app.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import FactorDialog from './factor-dialog.tsx'

const browser = vi.hoisted(() => ({
  startAuthentication: vi.fn<(options: unknown) => Promise<unknown>>(),
  startRegistration: vi.fn<(options: unknown) => Promise<unknown>>(),
  browserSupportsWebAuthn: () => true,
}))
vi.mock('@simplewebauthn/browser', () => browser)
vi.mock('@tanstack/react-router', async importOriginal => ({
  ...(await importOriginal<object>()),
  Link: (props: { to: string; children: string }) => <a href={props.to}>{props.children}</a>,
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
const signed = {
  ...{ id: 'a', rawId: 'a', type: 'public-key' },
  response: { clientDataJSON: 'b', authenticatorData: 'c', signature: 'd' },
}
const proof = { provenUntil: '2026-01-05T12:10:00.000Z', recoveryCodesLeft: 9 }

const mine = vi.fn<() => MyFactorOutput>()
const proveByPasskey = vi.fn<(input: unknown) => unknown>()
const proveByCode = vi.fn<(input: unknown) => unknown>()
const onEnd = vi.fn<(isProven: boolean) => void>()

beforeEach(() => {
  mine.mockReset().mockReturnValue({ isRequired: true, passkeys: [passkey], recoveryCodesLeft: 10, tokens: [] })
  proveByPasskey.mockReset().mockReturnValue(proof)
  proveByCode.mockReset().mockReturnValue(proof)
  browser.startAuthentication.mockReset().mockResolvedValue(signed)
  onEnd.mockReset()
})

function open() {
  const answers = {
    'factor.mine': mine,
    'factor.startProof': () => ({ challenge: 'c' }),
    'factor.proveByPasskey': proveByPasskey,
    'factor.proveByCode': proveByCode,
  }
  renderWithApi(<FactorDialog onEnd={onEnd} />, answers, admin)
}

describe('the dialog that asks for the second factor', () => {
  it('proves by a passkey', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(true))
    expect(browser.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } })
    expect(proveByPasskey).toHaveBeenCalledWith({ answer: { ...signed, clientExtensionResults: {} } })
  })

  it('says what went wrong, and stays', async () => {
    browser.startAuthentication.mockRejectedValue(Object.assign(new Error('x'), { name: 'NotAllowedError' }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    expect(await screen.findByText('No passkey was used. Try again when you are ready.')).toBeVisible()
    expect(onEnd).not.toHaveBeenCalled()
  })

  it('proves by a recovery code, and keeps a wrong one in its field', async () => {
    proveByCode.mockImplementationOnce(() => {
      throw refusal('This is none of your codes, or it was used before.', 'FACTOR_REJECTED', 409)
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code instead' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), 'abcd-efgh')
    await userEvent.click(screen.getByRole('button', { name: 'Use this code' }))
    expect(await screen.findByText(/none of your codes/)).toBeVisible()
    expect(screen.getByLabelText('Recovery code')).toHaveValue('abcd-efgh')
    await userEvent.click(screen.getByRole('button', { name: 'Use this code' }))
    await waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(true))
  })

  it('leads an admin without a passkey to where one is set up', async () => {
    mine.mockReturnValue({ isRequired: true, passkeys: [], recoveryCodesLeft: 0, tokens: [] })
    open()
    expect(await screen.findByRole('link', { name: 'Set up a passkey' })).toHaveAttribute('href', '/dashboard/account')
    expect(screen.getByText('This needs a passkey, and you have none yet.')).toBeVisible()
  })

  it('is left without a proof by Escape', async () => {
    open()
    await screen.findByRole('button', { name: 'Use a passkey' })
    await userEvent.keyboard('{Escape}')
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(false)
  })
})
