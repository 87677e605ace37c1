import type { Account } from '@second-ring/contracts/accounts/account'
import type { MyLimits } from '@second-ring/contracts/accounts/limits'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'

const limits: MyLimits = {
  level: 'new',
  limits: [
    { name: 'openBookings', most: 1, used: 1, next: 3 },
    { name: 'noticesOfASearch', most: 1, used: null, next: 1 },
  ],
}

let account: Account
let tokens: number
beforeEach(() => {
  account = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'BUYER', verified: false, emailVerified: true }
  tokens = 0
})

function open(answers: Answers = {}) {
  return openApp({
    path: '/dashboard/account',
    role: 'BUYER',
    answers: {
      'accounts.me': () => account,
      'accounts.sessions': () => ({ sessions: [] }),
      'accounts.limits': () => limits,
      'accounts.exportStatus': () => ({ state: 'NONE', sizeBytes: null, expiresAt: null }),
      'mails.choice': () => ({ bookingMails: true }),
      'accounts.exchange': () => ({ accessToken: `token ${++tokens}`, expiresAt: '2030-01-01T00:00:00Z', account }),
      ...answers,
    },
  })
}

async function section(name: string) {
  const found = (await screen.findByRole('heading', { level: 2, name })).closest('section')
  if (!found) throw new Error(`There is no section ${name}`)
  return within(found)
}

describe('the limits', () => {
  it('are shown with what is used, why, and how to have more', async () => {
    open()
    expect(await screen.findByText('1 of 1')).toBeVisible()
    const shown = await section('Your limits')
    for (const text of ['Your email is not proven.', 'To have more: Prove your email.', 'Next level: 3', '1 at most']) {
      expect(shown.getByText(text, { exact: false })).toBeVisible()
    }
    expect(shown.getAllByText(/^Next level/)).toHaveLength(1)
  })

  it('say why they did not load, and load on demand', async () => {
    let down = true
    open({
      'accounts.limits': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return limits
      },
    })
    expect(await screen.findByText(/The shop is closed/)).toBeVisible()
    const shown = await section('Your limits')
    down = false
    await userEvent.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await shown.findByText('1 of 1')).toBeVisible()
  })
})

describe('the name', () => {
  it('is changed, and everything shows the new one', async () => {
    const change = vi.fn(({ name }: { name: string }) => {
      account = { ...account, name }
      return { name }
    })
    const { session } = open({ 'accounts.changeName': change })
    const name = await section('Name')
    const field = await name.findByLabelText('Your name')
    expect(field).toHaveValue('Ben')
    await userEvent.clear(field)
    await userEvent.type(field, 'Ben Okri')
    await userEvent.click(name.getByRole('button', { name: 'Save name' }))
    expect(await screen.findByText('Your name is changed')).toBeInTheDocument()
    expect(change).toHaveBeenCalledExactlyOnceWith({ name: 'Ben Okri', idempotencyKey: expect.any(String) })
    await waitFor(() => expect(session.get()).toMatchObject({ account: { name: 'Ben Okri' } }))
  })

  it('is checked before it is sent', async () => {
    open()
    const name = await section('Name')
    await userEvent.clear(await name.findByLabelText('Your name'))
    await userEvent.click(name.getByRole('button', { name: 'Save name' }))
    expect(await name.findByText('Enter your name')).toBeVisible()
    await waitFor(() => expect(name.getByLabelText('Your name')).toHaveFocus())
  })

  it('stays typed when it could not be changed', async () => {
    open({
      'accounts.changeName': () => {
        throw refusal('Too many changes', 'TOO_MANY_REQUESTS', 429)
      },
    })
    const name = await section('Name')
    await userEvent.type(await name.findByLabelText('Your name'), ' Okri')
    await userEvent.click(name.getByRole('button', { name: 'Save name' }))
    expect(await name.findByText('Too many changes. Nothing you typed is lost.')).toBeVisible()
    expect(name.getByLabelText('Your name')).toHaveValue('Ben Okri')
  })
})

describe('starting to sell', () => {
  const start = vi.fn(() => {
    account = { ...account, role: 'SELLER' }
    return { role: 'SELLER', changed: true }
  })
  beforeEach(() => void start.mockClear())

  it('asks first, then shows a seller’s menu, in other tabs too', async () => {
    open({ 'accounts.startSelling': start })
    const role = await section('Role')
    await userEvent.click(role.getByRole('button', { name: 'Start selling' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Start selling?' }))
    expect(start).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'Start selling' }))
    expect(await screen.findByText(/You are a seller/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add a product' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Start selling' })).toBeNull()
    // What another tab reads.
    expect(localStorage.getItem('accessToken')).toBe('token 1')
    expect(start).toHaveBeenCalledOnce()
  })

  it('can be left, and says why it failed', async () => {
    open({
      'accounts.startSelling': () => {
        throw refusal('Your account was removed', 'UNAUTHENTICATED_NOT', 409)
      },
    })
    const role = await section('Role')
    await userEvent.click(role.getByRole('button', { name: 'Start selling' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await userEvent.click(role.getByRole('button', { name: 'Start selling' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Start selling' }))
    expect(await screen.findByText('Your account was removed')).toBeInTheDocument()
  })
})

it('an account that is about to be deleted has no form that would fail', async () => {
  account = { ...account, deletesAt: '2030-01-01T10:00:00.000Z' }
  open()
  const [name, role] = [await section('Name'), await section('Role')]
  for (const part of [name, role]) expect(part.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  // The code of the parts that come later is there.
  await section('Where you are signed in')
  expect(name.queryByRole('button', { name: 'Save name' })).toBeNull()
  expect(role.queryByRole('button', { name: 'Start selling' })).toBeNull()
})

describe('deleting one’s account', () => {
  const deletesAt = '2026-12-01T10:00:00.000Z'
  const request = vi.fn<(input: object) => unknown>(() => {
    account = { ...account, deletesAt }
    return { deletesAt }
  })
  const keep = vi.fn(() => {
    const { deletesAt: _, ...kept } = account
    account = kept
    return { changed: true }
  })
  const preview = { listingsHidden: 2, bookingsEnded: 1, ordersKept: 0, obstacle: null }
  const answers = {
    'accounts.previewDeletion': () => preview,
    'accounts.requestDeletion': request,
    'accounts.cancelDeletion': keep,
  }
  beforeEach(() => void [request, keep].map(call => call.mockClear()))

  async function ask() {
    const part = await section('Delete account')
    await userEvent.click(part.getByRole('button', { name: 'Delete my account…' }))
    return within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  }

  it('shows what it does, and asks for the word', async () => {
    open(answers)
    const dialog = await ask()
    expect(await dialog.findByText(/^Your 2 unsold phones leave the market at once/)).toBeVisible()
    expect(dialog.getByText('1 unpaid booking ends at once, and does not come back.')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), 'yes')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await dialog.findByText('Type DELETE to confirm', { selector: '[role=alert] span' })).toBeVisible()
    expect(request).not.toHaveBeenCalled()
    await userEvent.clear(dialog.getByLabelText('Type DELETE to confirm'))
    await userEvent.type(dialog.getByLabelText('Type DELETE to confirm'), ' delete ')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await screen.findByRole('region', { name: 'Your account' })).toHaveTextContent(
      /Your account will be deleted on December 1, 2026/,
    )
    expect(request).toHaveBeenCalledExactlyOnceWith({ confirmation: 'DELETE', idempotencyKey: expect.any(String) })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says why it cannot be asked for now, and asks for nothing', async () => {
    const obstacle = 'Your account cannot be deleted yet: an order is paid and not handed over.'
    open({ ...answers, 'accounts.previewDeletion': () => ({ ...preview, obstacle }) })
    const dialog = await ask()
    expect(await dialog.findByText(obstacle)).toBeVisible()
    expect(dialog.queryByLabelText('Type DELETE to confirm')).toBeNull()
  })

  it('says when the consequences did not load, and why it failed', async () => {
    let down = true
    open({
      ...answers,
      'accounts.previewDeletion': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return preview
      },
      'accounts.requestDeletion': () => {
        throw refusal('A phone of yours was just paid', 'CONFLICT', 409)
      },
    })
    const dialog = await ask()
    expect(await dialog.findByText('The shop is closed')).toBeVisible()
    down = false
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await userEvent.type(await dialog.findByLabelText('Type DELETE to confirm'), 'DELETE')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await dialog.findByText('A phone of yours was just paid. Nothing you typed is lost.')).toBeVisible()
  })

  it('can be taken back by one press, on every screen', async () => {
    account = { ...account, deletesAt }
    openApp({
      path: '/dashboard/myOrders',
      role: 'BUYER',
      answers: {
        'orders.mine': () => ({ items: [], nextCursor: null }),
        'accounts.me': () => account,
        'accounts.exchange': () => ({ accessToken: 'kept', expiresAt: '2030-01-01T00:00:00Z', account }),
        ...answers,
      },
    })
    const banner = within(await screen.findByRole('region', { name: 'Your account' }))
    await userEvent.click(banner.getByRole('button', { name: 'Keep my account' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Your account' })).toBeNull())
    expect(keep).toHaveBeenCalledOnce()
    expect(screen.getByRole('heading', { level: 1, name: 'My orders' })).toHaveFocus()
  })
})

describe('one’s data', () => {
  const none = { state: 'NONE', expiresAt: null, sizeBytes: null }
  const ready = { state: 'READY', expiresAt: '2026-12-01T10:00:00.000Z', sizeBytes: 1_234_567 }

  it('is asked for, being prepared, and can be downloaded', async () => {
    let status: object = none
    const { fetch: answer } = open({
      'accounts.exportStatus': () => status,
      'accounts.requestExport': () => {
        status = ready
        return { ...none, state: 'PREPARING' }
      },
    })
    const data = await section('Your data')
    await userEvent.click(await data.findByRole('button', { name: 'Prepare my data' }))
    expect(await data.findByText(/^Your file is being prepared/)).toBeVisible()
    expect(data.queryByRole('button')).toBeNull()
    const button = await data.findByRole('button', { name: 'Download my data (1.2 MB)' }, { timeout: 5000 })
    expect(data.getByText(/^Your file is ready until December 1, 2026/)).toBeVisible()
    const saved = vi.fn(() => 'blob:x')
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    answer.mockImplementationOnce(async () => new Response('zip', { headers: { 'content-type': 'application/zip' } }))
    await userEvent.click(button)
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    expect(answer).toHaveBeenCalledWith(
      '/account-data.zip',
      expect.objectContaining({ headers: { authorization: 'Bearer token' } }),
    )
  })

  it('says why it cannot be asked for, or downloaded', async () => {
    const { fetch: answer } = open({
      'accounts.exportStatus': () => ready,
      'accounts.requestExport': () => {
        throw refusal('You can ask for your data 3 times a day', 'TOO_MANY_REQUESTS', 429)
      },
    })
    const data = await section('Your data')
    await userEvent.click(await data.findByRole('button', { name: 'Prepare it again' }))
    expect(await screen.findByText('You can ask for your data 3 times a day')).toBeInTheDocument()
    answer.mockImplementationOnce(async () => Response.json({ message: 'It is gone' }, { status: 404 }))
    await userEvent.click(data.getByRole('button', { name: /^Download my data/ }))
    expect(await data.findByRole('alert')).toHaveTextContent('The download failed. It is gone')
  })

  it('that failed may be asked for again, and says when its state did not load', async () => {
    let down = true
    open({
      'accounts.exportStatus': () => {
        if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
        return { ...none, state: 'FAILED' }
      },
    })
    const data = await section('Your data')
    expect(await data.findByRole('alert')).toHaveTextContent('The shop is closed')
    down = false
    await userEvent.click(data.getByRole('button', { name: 'Try again' }))
    expect(await data.findByText('Your file could not be prepared. Ask for it again.')).toBeVisible()
    expect(data.getByRole('button', { name: 'Prepare my data' })).toBeVisible()
  })
})
