import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'react-hot-toast'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accountMissing,
  accountUnproven,
  fakeAccountDependencies,
  nia,
  signInAgain,
  signInEnded,
} from '#testing/account-dependencies.ts'
import { LoginForm } from './login-form.tsx'

let parts: ReturnType<typeof fakeAccountDependencies>
const onSignedIn = vi.fn()

beforeEach(() => {
  onSignedIn.mockReset()
  parts = fakeAccountDependencies()
  render(
    <>
      <LoginForm dependencies={parts.dependencies} onSignedIn={onSignedIn} />
      <Toaster />
    </>,
  )
})

async function fill(email: string, password: string) {
  if (email) await userEvent.type(screen.getByLabelText('Email'), email)
  if (password) await userEvent.type(screen.getByLabelText('Password'), password)
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

describe('a password whose email the account does not have', () => {
  it('says what to do, and gives way to whoever begins afresh', async () => {
    parts.dependencies.beginSession.mockRejectedValueOnce(accountUnproven())
    parts.identity.ready.mockResolvedValue(nia)
    parts.dependencies.register.mockRejectedValueOnce(signInAgain())
    await fill('nia@x.test', 'second-ring')
    const panel = await screen.findByRole('region', { name: 'An account with another email' })
    expect(panel).toHaveTextContent('log in in the browser in which you asked')
    await userEvent.click(screen.getByRole('button', { name: 'Begin afresh' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Begin afresh?' })
    expect(dialog).toHaveTextContent('you come back to it only by its old email')
    expect(parts.dependencies.register).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Begin afresh' }))
    expect(await screen.findByText(/Create an account with your email now/)).toHaveRole('status')
    expect(onSignedIn).not.toHaveBeenCalled()
  })
})

describe('the login form', () => {
  it('asks for both fields, and puts the focus into the first', async () => {
    await fill('', '')
    expect(await screen.findByText('Email Address is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(parts.identity.signIn).not.toHaveBeenCalled()
  })

  it('wants six characters of password', async () => {
    await fill('b@x.test', '12345')
    expect(await screen.findByText('Password must be 6 characters or longer')).toBeVisible()
    expect(screen.queryByText('Password is required')).toBeNull()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expect(screen.getByLabelText('Email')).toHaveValue('b@x.test')
  })

  it.each([
    ['auth/invalid-credential', 'The email or the password is not right.'],
    ['auth/too-many-requests', 'Too many tries.'],
    ['auth/user-disabled', 'This account has been closed.'],
    ['auth/network-request-failed', 'The sign-in service cannot be reached.'],
  ])('says beside the third word what %s means', async (code, sentence) => {
    parts.identity.signIn.mockRejectedValueOnce(new Error(`Firebase: Error (${code}).`))
    await fill('b@x.test', 'second-ring')
    expect(await screen.findByText(`(${code}).`)).toBeVisible()
    expect(screen.getByText(sentence, { exact: false })).toBeVisible()
  })

  it('signs in and says so', async () => {
    await fill('b@x.test', 'second-ring')
    await screen.findByText('User Logged in')
    expect(parts.identity.signIn).toHaveBeenCalledExactlyOnceWith('b@x.test', 'second-ring')
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  it('shows the third word of what the provider says, and keeps what was typed', async () => {
    parts.identity.signIn.mockRejectedValueOnce(new Error('Firebase: Error (auth/invalid-credential).'))
    await fill('b@x.test', 'second-ring')
    expect(await screen.findByText('(auth/invalid-credential).')).toBeVisible()
    expect(screen.getByText(/The email or the password is not right/)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('b@x.test')
    expect(screen.getByLabelText('Password')).toHaveValue('second-ring')
    expect(document.activeElement).toHaveTextContent('(auth/invalid-credential).')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('shows all of what the server says', async () => {
    parts.dependencies.beginSession.mockRejectedValueOnce(new Error('Too many tries. Wait a minute.'))
    await fill('b@x.test', 'second-ring')
    expect(await screen.findByText('Too many tries. Wait a minute.')).toBeVisible()
  })

  it('lets whoever’s email somebody signed up with have a link mailed, or begin afresh', async () => {
    const { dependencies, identity } = parts
    dependencies.beginSession.mockRejectedValueOnce(accountUnproven())
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    expect(await screen.findByRole('region', { name: 'An account with your email' })).toHaveFocus()
    expect(dependencies.register).not.toHaveBeenCalled()

    await userEvent.click(screen.getByRole('button', { name: 'It was me: mail me a link' }))
    expect(await screen.findByText('We sent a link. Open it in this browser.')).toHaveRole('status')
    identity.mailProof.mockRejectedValueOnce(new Error('Firebase: Error (auth/too-many-requests).'))
    await userEvent.click(screen.getByRole('button', { name: 'It was me: mail me a link' }))
    expect(await screen.findByText(/Too many mails went to this address/)).toBeVisible()

    identity.ready.mockResolvedValue(nia)
    dependencies.register.mockRejectedValueOnce(signInAgain())
    await userEvent.click(screen.getByRole('button', { name: 'Begin afresh' }))
    expect(await screen.findByRole('region', { name: 'One more step' })).toHaveFocus()
    expect(screen.queryByRole('region', { name: 'An account with your email' })).toBeNull()
    expect(dependencies.register).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', name: 'nia', role: 'BUYER' })
    expect(onSignedIn).not.toHaveBeenCalled()

    dependencies.beginSession.mockRejectedValueOnce(accountMissing())
    identity.signInWithGoogle.mockImplementationOnce(async choose => ({ ...nia, ...(await choose()) }))
    await userEvent.click(screen.getByRole('button', { name: 'Log in with Google once more' }))
    await userEvent.click(await screen.findByRole('button', { name: /Mina Park/ }))
    await screen.findByText('Successfully logged in')
    expect(dependencies.register).toHaveBeenCalledTimes(2)
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  it('asks for one more login where another tab began afresh', async () => {
    const { dependencies, identity } = parts
    dependencies.beginSession.mockRejectedValueOnce(accountUnproven())
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    identity.ready.mockResolvedValue(nia)
    dependencies.register.mockRejectedValueOnce(signInEnded())
    await userEvent.click(await screen.findByRole('button', { name: 'Begin afresh' }))
    expect(await screen.findByRole('button', { name: 'Log in with Google once more' })).toBeVisible()
  })

  it('signs in by Google and says so', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    await screen.findByText('Successfully logged in')
    expect(onSignedIn).toHaveBeenCalledOnce()
  })

  it('shows all of what the provider says of a Google account', async () => {
    parts.identity.signInWithGoogle.mockRejectedValueOnce(new Error('Firebase: Error (auth/popup-blocked).'))
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    expect(await screen.findByText('Firebase: Error (auth/popup-blocked).')).toBeVisible()
    expect(document.activeElement).toHaveTextContent('Firebase: Error (auth/popup-blocked).')
    expect(onSignedIn).not.toHaveBeenCalled()
  })

  it('offers the accounts of the sandbox, and its own', async () => {
    const chosen = vi.fn()
    parts.identity.signInWithGoogle.mockImplementationOnce(async choose => {
      chosen(await choose())
      return { uid: 'u', email: 'zoe@x.test', displayName: 'Zoe' }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    await userEvent.type(await screen.findByLabelText('Account name'), 'Zoe')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Enter an email address')).toBeVisible()
    expect(screen.getByLabelText('Account email')).toHaveFocus()
    expect(screen.getByLabelText('Account name')).toHaveValue('Zoe')
    await userEvent.type(screen.getByLabelText('Account email'), 'zoe@x.test')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('Successfully logged in')
    expect(chosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Zoe', email: 'zoe@x.test' }))
  })
})
