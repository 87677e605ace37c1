import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'react-hot-toast'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { logFailure } from '#api-client/log.ts'
import { fakeAccountDependencies } from '#testing/account-dependencies.ts'
import { SignUpForm } from './sign-up-form.tsx'

let parts: ReturnType<typeof fakeAccountDependencies>
const onEnd = vi.fn()
vi.mock('#api-client/log.ts')

beforeEach(() => {
  vi.mocked(logFailure).mockReset()
  onEnd.mockReset()
  parts = fakeAccountDependencies()
  render(
    <>
      <SignUpForm dependencies={parts.dependencies} onEnd={onEnd} />
      <Toaster />
    </>,
  )
})

const submit = () => userEvent.click(screen.getByRole('button', { name: 'signup' }))

async function fill(password = 'secret1') {
  await userEvent.type(screen.getByLabelText('Name'), 'Nia Cole')
  await userEvent.type(screen.getByLabelText('Email'), 'not-checked')
  await userEvent.type(screen.getByLabelText('Password'), password)
}

function expectKept(password: string) {
  expect(screen.getByLabelText('Name')).toHaveValue('Nia Cole')
  expect(screen.getByLabelText('Email')).toHaveValue('not-checked')
  expect(screen.getByLabelText('Password')).toHaveValue(password)
}

describe('the sign-up form', () => {
  it('says what is required', async () => {
    await submit()
    expect(await screen.findByText('Name Address is required')).toBeVisible()
    expect(screen.getByText('Email Address is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })

  it('says of an email with a space what is wrong, before anything is sent', async () => {
    await fill()
    await userEvent.type(screen.getByLabelText('Email'), ' too@x.y')
    await submit()
    expect(await screen.findByText('An email address has no spaces in it')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(parts.identity.signUp).not.toHaveBeenCalled()
  })

  it('wants six characters of password', async () => {
    await fill('12345')
    await submit()
    expect(await screen.findByText('Password must be 6 characters or longer')).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveFocus()
    expectKept('12345')
  })

  it('hides the password, and takes it from the clipboard and from a password manager', async () => {
    const field = screen.getByLabelText('Password')
    expect(field).toHaveAttribute('type', 'password')
    expect(field).toHaveAttribute('autocomplete', 'new-password')
    await userEvent.click(field)
    await userEvent.paste('from a manager')
    expect(field).toHaveValue('from a manager')
  })

  it('makes a buyer unless told otherwise, and does not check the form of the email', async () => {
    expect(screen.getByLabelText('Account Type')).toHaveValue('BUYER')
    await fill()
    await submit()
    await screen.findByText('User Created Successfully')
    expect(parts.identity.signUp).toHaveBeenCalledExactlyOnceWith('not-checked', 'secret1')
    expect(parts.dependencies.register).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ role: 'BUYER' }))
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('signed-in')
  })

  it('makes a seller of who chooses so', async () => {
    await fill()
    await userEvent.selectOptions(screen.getByLabelText('Account Type'), 'Seller')
    await submit()
    await screen.findByText('User Created Successfully')
    expect(parts.dependencies.register).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ role: 'SELLER' }))
  })

  it('shows what the provider says', async () => {
    const message = 'Firebase: The email address is already in use by another account. (auth/email-already-in-use).'
    parts.identity.signUp.mockRejectedValueOnce(new Error(message))
    await fill()
    await submit()
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.getByText('You have an account with this email already. Log in instead.')).toBeVisible()
    expect(document.activeElement).toHaveTextContent(message)
    expectKept('secret1')
    expect(onEnd).not.toHaveBeenCalled()
  })

  it('shows all of what the provider says of a Google account', async () => {
    parts.identity.signInWithGoogle.mockRejectedValueOnce(new Error('Firebase: Error (auth/popup-blocked).'))
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    expect(await screen.findByText('Firebase: Error (auth/popup-blocked).')).toBeVisible()
    expect(onEnd).not.toHaveBeenCalled()
  })

  it('shows nothing when only the record failed; it is only logged', async () => {
    parts.dependencies.register.mockRejectedValueOnce(new Error('Request failed with status code 500'))
    await fill()
    await submit()
    await screen.findByText('User Created Successfully')
    expect(screen.queryByText(/Request failed/)).toBeNull()
    expect(logFailure).toHaveBeenCalledOnce()
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('record-missing')
  })

  it('by Google says so with a full stop', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Google Sign In' }))
    await screen.findByText('User Created Successfully.')
    expect(parts.dependencies.register).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ role: 'BUYER' }))
  })
})
