import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeAccountDependencies, nia } from '#testing/account-dependencies.ts'
import { openApp, refusal } from '#testing/open-app.tsx'

const { loadIdentity } = vi.hoisted(() => ({ loadIdentity: vi.fn() }))
vi.mock('#session/identity/load-identity.ts', () => ({ loadIdentity }))

const account = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'BUYER', verified: false, emailVerified: false }
let isProven: boolean
const exchange = vi.fn(() => ({
  accessToken: 'fresh',
  expiresAt: '',
  account: { ...account, emailVerified: isProven },
}))
const askEmailChange = vi.fn(({ email }: { email: string }) => ({ email }))
const emailChange = vi.fn((): { email: string | null } => ({ email: 'nia@x.test' }))
const answers = {
  'accounts.askEmailChange': askEmailChange,
  'accounts.emailChange': emailChange,
  'accounts.sessions': () => ({ sessions: [] }),
  'accounts.me': () => ({ ...account, emailVerified: isProven }),
  'accounts.exchange': exchange,
  'catalog.categories': () => [],
  'listings.advertised': () => ({ items: [], nextCursor: null }),
}
const provider = (code: string) => new Error(`Firebase: Error (${code}).`)

let identity: ReturnType<typeof fakeAccountDependencies>['identity']
beforeEach(() => {
  isProven = false
  localStorage.removeItem('proofMail')
  exchange.mockClear()
  askEmailChange.mockClear()
  identity = fakeAccountDependencies().identity
  loadIdentity.mockResolvedValue(identity)
})

const banner = () => screen.findByRole('region', { name: 'Your email' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('the banner of an email that is not proven', () => {
  const visit = () => openApp({ path: '/privacy', role: 'BUYER', answers })

  it('says where the link is, once one was mailed, and has another one mailed', async () => {
    visit()
    expect(await banner()).toHaveTextContent('Show that ben@x.test is your email')
    await press('Send the link')
    expect(await screen.findByText('Check your inbox: we sent a link to ben@x.test.')).toBeVisible()
    await press('Send again')
    expect(await screen.findByText('We sent another link.')).toHaveRole('status')
    expect(identity.mailProof).toHaveBeenCalledTimes(2)
  })

  it('says that none was sent, and why, when the mail failed', async () => {
    identity.mailProof.mockRejectedValueOnce(provider('auth/too-many-requests'))
    visit()
    await banner()
    await press('Send the link')
    expect(await screen.findByText(/Too many mails went to this address/)).toHaveRole('status')
    expect(await banner()).toHaveTextContent('We could not send a link to ben@x.test.')
  })

  it('says that the link was sent, when another one is asked for too soon', async () => {
    visit()
    await banner()
    await press('Send the link')
    identity.mailProof.mockRejectedValueOnce(provider('auth/too-many-requests'))
    await press('Send again')
    expect(await screen.findByText(/That link still holds/)).toHaveRole('status')
    expect(await banner()).toHaveTextContent('Check your inbox: we sent a link to ben@x.test.')
  })

  it('goes when the link was opened elsewhere and the page is loaded again', async () => {
    identity.isEmailProven.mockResolvedValue(true)
    exchange.mockImplementationOnce(() => {
      isProven = true
      return { accessToken: 'fresh', expiresAt: '', account: { ...account, emailVerified: true } }
    })
    visit()
    await waitFor(() => expect(exchange).toHaveBeenCalledOnce())
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull())
  })

  it('goes when the link was opened elsewhere and the tab is looked at again', async () => {
    visit()
    await banner()
    identity.isEmailProven.mockResolvedValue(true)
    isProven = true
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull())
  })

  it('takes the limits of an unproven account with it', async () => {
    const limits = () => ({ level: isProven ? 'proven' : 'new', limits: [] })
    const exportStatus = () => ({ state: 'NONE', sizeBytes: null, expiresAt: null })
    const rest = { 'accounts.exportStatus': exportStatus, 'mails.choice': () => ({ bookingMails: true }) }
    const all = { ...answers, ...rest, 'accounts.limits': limits }
    openApp({ path: '/dashboard/account', role: 'BUYER', answers: all })
    await screen.findByRole('heading', { name: 'My account' })
    expect(await screen.findByText('New.')).toBeVisible()
    identity.isEmailProven.mockResolvedValue(true)
    isProven = true
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.queryByText('New.')).toBeNull())
  })

  it('is not there for whoever has proven theirs, nor for a visitor', async () => {
    isProven = true
    visit()
    await screen.findByRole('link', { name: 'Dashboard' })
    expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull()
  })
})

describe('the page of a mailed link', () => {
  const visit = (mode: string, role?: 'BUYER') =>
    openApp({ path: `/account/action?mode=${mode}&oobCode=code&apiKey=x`, ...(role && { role }), answers })

  it('proves an email after a question, and takes the banner away', async () => {
    visit('verifyEmail', 'BUYER')
    await banner()
    expect(await screen.findByText(/Somebody signed up at Second Ring as/)).toHaveTextContent('nia@x.test')
    expect(identity.applyCode).not.toHaveBeenCalled()
    isProven = true
    await press('That was me')
    expect(await screen.findByText('Your email is proven.')).toHaveRole('status')
    expect(identity.applyCode).toHaveBeenCalledExactlyOnceWith('code')
    expect(identity.idToken).toHaveBeenCalledWith(true)
    expect(screen.queryByRole('region', { name: 'Your email' })).toBeNull()
  })

  it('proves an email where nobody is signed in', async () => {
    visit('verifyEmail')
    await userEvent.click(await screen.findByRole('button', { name: 'That was me' }))
    expect(await screen.findByText('Your email is proven.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to the login' })).toBeVisible()
    expect(exchange).not.toHaveBeenCalled()
  })

  it('keeps the account of whoever came back by Google, before the code is used', async () => {
    identity.ready.mockResolvedValue(nia)
    visit('verifyEmail')
    await userEvent.click(await screen.findByRole('button', { name: 'That was me' }))
    expect(await screen.findByText('Your email is proven.')).toBeVisible()
    expect(exchange).toHaveBeenCalledExactlyOnceWith({ idToken: 'proof', code: 'code' })
    expect(exchange.mock.invocationCallOrder[0]).toBeLessThan(identity.applyCode.mock.invocationCallOrder[0] ?? 0)
    expect(await screen.findByRole('link', { name: 'Dashboard' })).toBeVisible()
  })

  it('sets a new password, and logs in with it', async () => {
    visit('resetPassword')
    const field = await screen.findByLabelText('New password')
    await userEvent.type(field, '12345')
    await press('Set password')
    expect(await screen.findByText('Password must be 6 characters or longer')).toBeVisible()
    await userEvent.type(field, '6')
    await press('Set password')
    expect(await screen.findByText(/Your password is changed/)).toHaveRole('status')
    expect(identity.setPasswordByCode).toHaveBeenCalledExactlyOnceWith('code', '123456')
    expect(identity.signIn).toHaveBeenCalledExactlyOnceWith('nia@x.test', '123456')
    expect(exchange).toHaveBeenCalledOnce()
  })

  it('keeps a new password that could not be sent, and sends it again', async () => {
    identity.setPasswordByCode.mockRejectedValueOnce(provider('auth/network-request-failed'))
    visit('resetPassword')
    await userEvent.type(await screen.findByLabelText('New password'), '123456')
    await press('Set password')
    expect(await screen.findByText(/cannot be reached/)).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('123456')
    await press('Set password')
    expect(await screen.findByText(/Your password is changed/)).toHaveRole('status')
  })

  it('logs in once more where the login with the new password did not work: that ends older sessions', async () => {
    exchange.mockImplementationOnce(() => {
      throw refusal('Try again in a minute.', 'UNAVAILABLE', 503)
    })
    visit('resetPassword')
    await userEvent.type(await screen.findByLabelText('New password'), '123456')
    await press('Set password')
    expect(await screen.findByText(/Browsers that were logged in before still are/)).toBeVisible()
    await press('Log in')
    expect(await screen.findByText(/You are logged out everywhere else/)).toHaveRole('status')
    expect(identity.setPasswordByCode).toHaveBeenCalledOnce()
  })

  it('changes an email, also where the provider wants a new login then', async () => {
    exchange.mockRejectedValueOnce(provider('auth/user-token-expired'))
    visit('verifyAndChangeEmail', 'BUYER')
    await userEvent.click(await screen.findByRole('button', { name: 'Change my email' }))
    expect(await screen.findByText(/Your email is changed/)).toBeVisible()
    // The session ends here; the login that follows goes on from it.
    expect(screen.getByRole('link', { name: 'Go to the login' })).toBeVisible()
  })

  it('leaves the email as it is where the change does not count any more', async () => {
    emailChange.mockReturnValueOnce({ email: null })
    visit('verifyAndChangeEmail', 'BUYER')
    expect(await screen.findByText(/This change of email does not count any more/)).toHaveRole('status')
    expect(identity.applyCode).not.toHaveBeenCalled()
  })

  it('leaves the email as it is where nobody is signed in', async () => {
    visit('verifyAndChangeEmail')
    expect(await screen.findByText(/Log in with the email that your account has now/)).toHaveRole('status')
    expect(identity.applyCode).not.toHaveBeenCalled()
  })

  it('takes a change of the email back, and says what to do then', async () => {
    visit('recoverEmail')
    expect(await screen.findByText(/The email of your account was changed/)).toHaveTextContent('nia@x.test')
    expect(identity.checkCode).toHaveBeenCalledExactlyOnceWith('code', 'recoverEmail')
    await press('Take the change back')
    expect(await screen.findByText(/Your email is what it was before/)).toHaveRole('status')
    expect(identity.applyCode).toHaveBeenCalledExactlyOnceWith('code')
    expect(exchange).not.toHaveBeenCalled()
  })

  it.each([
    ['used or wrong', 'auth/invalid-action-code', /used before, or is not whole. Have another one sent/],
    ['expired', 'auth/expired-action-code', /has expired. Have another one sent/],
  ])('says when a link is %s', async (_what, code, text) => {
    identity.checkCode.mockRejectedValueOnce(provider(code))
    visit('verifyEmail')
    expect(await screen.findByText(text)).toHaveRole('status')
    expect(screen.queryByRole('button', { name: 'That was me' })).toBeNull()
  })

  it('says that there is nothing to do when a used link is of an email that is proven', async () => {
    isProven = true
    identity.checkCode.mockRejectedValueOnce(provider('auth/invalid-action-code'))
    visit('verifyEmail', 'BUYER')
    expect(await screen.findByText(/is proven: there is nothing left to do/)).toHaveRole('status')
  })

  it('says when a link expires or is used while it is looked at', async () => {
    identity.applyCode.mockRejectedValueOnce(provider('auth/expired-action-code'))
    visit('verifyEmail')
    await userEvent.click(await screen.findByRole('button', { name: 'That was me' }))
    expect(await screen.findByText(/has expired/)).toBeVisible()
  })

  it('offers another try when the provider is out of reach', async () => {
    identity.checkCode.mockRejectedValueOnce(provider('auth/network-request-failed'))
    visit('verifyEmail')
    expect(await screen.findByText(/cannot be reached/)).toBeVisible()
    await press('Try again')
    expect(await screen.findByRole('button', { name: 'That was me' })).toBeVisible()
  })

  it.each(['signIn', '', '__proto__'])('knows no other kind: %j', async mode => {
    visit(mode)
    expect(await screen.findByText(/This link is not whole/)).toBeVisible()
    expect(identity.checkCode).not.toHaveBeenCalled()
  })
})

describe('a forgotten password', () => {
  async function ask(email: string) {
    openApp({ path: '/login', answers })
    await userEvent.type(await screen.findByLabelText('Email'), email)
    await press('Forgot password?')
    const dialog = await screen.findByRole('dialog', { name: 'Forgot password?' })
    expect(within(dialog).getByLabelText('Your email')).toHaveValue(email)
    expect(within(dialog).getByLabelText('Your email')).toHaveFocus()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Mail me a link' }))
  }

  it.each([null, 'auth/user-not-found', 'auth/too-many-requests'])(
    'is answered the same, whether there is an account or not: %s',
    async code => {
      if (code) identity.mailPasswordReset.mockRejectedValueOnce(provider(code))
      await ask('nia@x.test')
      const answer = await screen.findByText(/If nia@x\.test has an account here, a link is on its way/)
      expect(answer).toHaveRole('status')
      await press('Back to login')
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it('says what is no email, and keeps what was typed', async () => {
    identity.mailPasswordReset.mockRejectedValueOnce(provider('auth/invalid-email'))
    await ask('nia')
    expect(await screen.findByText(/That is not an email address/)).toBeVisible()
    expect(screen.getByLabelText('Your email')).toHaveValue('nia')
  })
})

describe('email and password on the account’s page', () => {
  async function visit(more = {}) {
    openApp({ path: '/dashboard/account', role: 'BUYER', answers: { ...answers, ...more } })
    await screen.findByRole('heading', { name: 'My account' })
  }

  it('the email changes by a link to the new one, after the password', async () => {
    await visit()
    await userEvent.type(await screen.findByLabelText('New email'), 'new@x.test')
    await userEvent.type(screen.getByLabelText('Password'), 'second-ring')
    await press('Change email')
    expect(await screen.findByText(/If nobody else has an account with new@x\.test/)).toHaveRole('status')
    expect(askEmailChange).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ email: 'new@x.test' }))
    // The browser goes on in the session of the sign-in that the provider wants.
    expect(exchange).toHaveBeenCalledOnce()
    expect(identity.signIn).toHaveBeenCalledExactlyOnceWith('ben@x.test', 'second-ring')
    expect(identity.mailEmailChange).toHaveBeenCalledExactlyOnceWith('new@x.test')
  })

  it('an email that somebody has is answered likewise; a wrong password is not', async () => {
    identity.mailEmailChange.mockRejectedValueOnce(provider('auth/email-already-in-use'))
    await visit()
    await userEvent.type(await screen.findByLabelText('New email'), 'taken@x.test')
    await userEvent.type(screen.getByLabelText('Password'), 'second-ring')
    await press('Change email')
    expect(await screen.findByText(/If nobody else has an account with taken@x\.test/)).toBeVisible()

    identity.signIn.mockRejectedValueOnce(provider('auth/invalid-credential'))
    await userEvent.type(screen.getByLabelText('New email'), 'new@x.test')
    await userEvent.type(screen.getByLabelText('Password'), 'wrong-password')
    await press('Change email')
    expect(await screen.findByText(/The email or the password is not right/)).toBeVisible()
    expect(screen.getByLabelText('New email')).toHaveValue('new@x.test')
    expect(identity.mailEmailChange).toHaveBeenCalledOnce()
  })

  it('this browser stays listed once: its session of before ends', async () => {
    let begun = false
    exchange.mockImplementationOnce(() => {
      begun = true
      return { accessToken: 'fresh', expiresAt: '', account: { ...account, emailVerified: isProven } }
    })
    const end = vi.fn(() => ({ ended: 1 }))
    const session = (id: string, isThis: boolean) => ({ id, isThis, device: null, network: null, ...times })
    const times = { begunAt: '2030-01-01T00:00:00.000Z', renewedAt: '2030-01-01T00:00:00.000Z' }
    await visit({
      'accounts.emailChange': emailChange,
      'accounts.sessions': () => ({ sessions: [session('old', !begun), ...(begun ? [session('new', true)] : [])] }),
      'accounts.signOutThere': end,
    })
    await userEvent.type(await screen.findByLabelText('New email'), 'new@x.test')
    await userEvent.type(screen.getByLabelText('Password'), 'second-ring')
    await press('Change email')
    await screen.findByText(/If nobody else has an account/)
    expect(end).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionId: 'old' }))
  })

  it('one’s own email is no new one', async () => {
    await visit()
    await userEvent.type(await screen.findByLabelText('New email'), 'Ben@x.test')
    await userEvent.type(screen.getByLabelText('Password'), 'second-ring')
    await press('Change email')
    expect(await screen.findByText('That is your email already.')).toBeVisible()
    expect(identity.signIn).not.toHaveBeenCalled()
  })

  it('every way in is listed, and a linked one is unlinked after a question', async () => {
    const google = { providerId: 'google.com', email: 'thief@x.test' }
    identity.signIns.mockResolvedValue([{ providerId: 'password', email: 'ben@x.test' }, google])
    await visit()
    expect(await screen.findByText(/thief@x\.test. It opens nothing here/)).toBeVisible()
    await press('Unlink Google, thief@x.test')
    const question = within(await screen.findByRole('alertdialog', { name: 'Unlink Google?' }))
    expect(identity.unlink).not.toHaveBeenCalled()
    identity.signIns.mockResolvedValue([{ providerId: 'password', email: 'ben@x.test' }])
    await userEvent.click(question.getByRole('button', { name: 'Unlink' }))
    await waitFor(() => expect(screen.queryByText(/thief@x\.test/)).toBeNull())
    expect(identity.unlink).toHaveBeenCalledExactlyOnceWith('google.com')
  })

  it('the only way in has no button, and the list can be asked for again', async () => {
    identity.signIns.mockRejectedValueOnce(provider('auth/network-request-failed'))
    await visit()
    expect(await screen.findByText('Your ways to log in did not load')).toBeVisible()
    identity.signIns.mockResolvedValue([{ providerId: 'google.com', email: 'ben@x.test' }])
    await press('Try again')
    expect(await screen.findByText('Google')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Unlink/ })).toBeNull()
  })

  it('the password changes, and the session begins anew with it', async () => {
    await visit()
    await userEvent.type(await screen.findByLabelText('Current password'), 'second-ring')
    await userEvent.type(screen.getByLabelText('New password'), 'third-ring')
    await press('Change password')
    expect(await screen.findByText(/Your password is changed/)).toHaveRole('status')
    expect(screen.getByText(/A change of email that you asked for before does not count any more/)).toBeVisible()
    expect(identity.changePassword).toHaveBeenCalledExactlyOnceWith('third-ring')
    expect(identity.signIn.mock.calls).toEqual([
      ['ben@x.test', 'second-ring'],
      ['ben@x.test', 'third-ring'],
    ])
    expect(exchange).toHaveBeenCalledOnce()
  })

  it('whoever logs in with Google has neither to change', async () => {
    identity.signIns.mockResolvedValue([{ providerId: 'google.com', email: nia.email }])
    await visit()
    expect(await screen.findByText(/You log in with Google, so your email/)).toBeVisible()
    expect(screen.queryByLabelText('New password')).toBeNull()
  })
})
