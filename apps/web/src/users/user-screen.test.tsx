import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp, refusal } from '#testing/open-app.tsx'

const ID = '0190a000-0000-7000-8000-000000000001'
const ADMIN = '0190a000-0000-7000-8000-000000000002'
const AT = '2026-01-05T12:00:00.000Z'

let user: UserDetails
beforeEach(() => {
  user = {
    id: ID,
    name: 'Nia Cole',
    email: 'nia@x.test',
    emailVerified: true,
    role: 'SELLER',
    verified: false,
    joinedAt: AT,
    suspension: null,
    payoutFreeze: null,
    payoutAccount: 'READY',
    verification: null,
    setAsideAt: null,
    deletesAt: null,
    removedAt: null,
    removalProposal: null,
    counts: { listings: 2, bought: 1, sold: 0, sessions: 1 },
  }
})

const nothing = () => ({ items: [], nextCursor: null })

function open(search = '', answers: Record<string, (input: never) => unknown> = {}) {
  const lists = {
    'accounts.listingsOf': nothing,
    'accounts.ordersOf': nothing,
    'accounts.sessionsOf': nothing,
    'audit.list': nothing,
  }
  const byId = () => structuredClone(user)
  openApp({
    path: `/dashboard/users/${ID}${search}`,
    role: 'ADMIN',
    answers: { 'accounts.byId': byId, ...lists, ...answers },
  })
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the page of a user', () => {
  it('says who they are, how they stand, and who decided it', async () => {
    user.suspension = { at: AT, byId: ADMIN, byName: 'Ada Admin', reason: 'Fake phones' }
    user.deletesAt = AT
    open()
    expect(await screen.findByRole('heading', { name: 'Nia Cole', level: 1 })).toBeVisible()
    for (const text of ['Seller', 'About to be deleted', '“Fake phones”']) expect(screen.getByText(text)).toBeVisible()
    expect(screen.getByText(/^nia@x.test/)).toHaveTextContent('(proven)')
    expect(screen.getByRole('link', { name: 'Ada Admin' })).toHaveAttribute('href', `/dashboard/users/${ADMIN}`)
    expect(screen.getByRole('button', { name: 'Lift suspension' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
    expect(document.title).toBe('User | Second Ring')
  })

  it('lists what is theirs, a part at a time, which the address keeps', async () => {
    const ordersOf = vi.fn(nothing)
    open('', { 'accounts.ordersOf': ordersOf })
    expect(await screen.findByText('They have posted nothing')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Bought (1)' }))
    expect(await screen.findByText('They have booked nothing')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Bought (1)' })).toHaveAttribute('aria-current', 'page')
    expect(location.search).toBe('?part=bought')
    expect(ordersOf).toHaveBeenCalledWith(expect.objectContaining({ userId: ID, side: 'BUYER' }))
  })

  it('shows posts that are hidden, and where they are signed in', async () => {
    const listing = { id: 'phone', productName: 'Pixel 8', image: { url: '/x' }, resalePriceCents: 9_900 }
    const hidden = { ...listing, state: 'REMOVED', hidden: true, postedAt: AT }
    const session = { id: 's', device: 'curl/8', network: '192.0.2.0/24', begunAt: AT, renewedAt: AT }
    open('', {
      'accounts.listingsOf': () => ({ items: [hidden], nextCursor: null }),
      'accounts.sessionsOf': () => ({ items: [session], nextCursor: null }),
    })
    expect(await screen.findByText('Hidden')).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Sessions (1)' }))
    expect(await screen.findByText(/from 192\.0\.2\.0\/24/)).toBeVisible()
  })

  it('says why a list did not load, and loads it on demand', async () => {
    let down = true
    const listingsOf = () => {
      if (down) throw refusal('The shop is closed', 'INVALID_INPUT', 400)
      return nothing()
    }
    open('', { 'accounts.listingsOf': listingsOf })
    expect(await screen.findByText('The products did not load')).toBeVisible()
    down = false
    await press('Try again')
    expect(await screen.findByText('They have posted nothing')).toBeVisible()
  })

  it('is not found for nobody', async () => {
    open('', {
      'accounts.byId': () => {
        throw refusal('There is no such user.', 'NOT_FOUND', 404)
      },
    })
    expect(await screen.findByRole('heading', { name: '404' })).toBeVisible()
  })

  it('of a removed one offers nothing to do', async () => {
    Object.assign(user, { name: '', email: '', removedAt: AT })
    open()
    expect(await screen.findByRole('heading', { name: 'Deleted user', level: 1 })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'What you can do' })).toBeNull()
  })
})

describe('a suspension', () => {
  it('asks for the reason, keeps it when it fails, and shows at once', async () => {
    let isDown = true
    const suspend = vi.fn(({ reason }: { reason: string }) => {
      if (isDown) throw refusal('Prove it again.', 'CONFLICT', 409)
      user.suspension = { at: AT, byId: ADMIN, byName: 'Ada Admin', reason }
      return { userId: ID, changed: true }
    })
    open('', { 'accounts.suspend': suspend })
    await press('Suspend')
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend Nia Cole?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    expect(await dialog.findByText('Reason is required')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Fake phones')
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    expect(await dialog.findByText(/^Prove it again\. Nothing you typed is lost/)).toBeVisible()
    isDown = false
    await userEvent.click(dialog.getByRole('button', { name: 'Suspend' }))
    expect(await screen.findByText('“Fake phones”')).toBeVisible()
    expect(suspend).toHaveBeenLastCalledWith(expect.objectContaining({ userId: ID, reason: 'Fake phones' }))
  })

  it('is lifted after a question', async () => {
    user.suspension = { at: AT, byId: ADMIN, byName: 'Ada Admin', reason: 'Fake phones' }
    const lift = vi.fn(() => {
      user.suspension = null
      return { userId: ID, changed: true }
    })
    open('', { 'accounts.liftSuspension': lift })
    await press('Lift suspension')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Lift suspension' }))
    expect(await screen.findByRole('button', { name: 'Suspend' })).toBeVisible()
    expect(lift).toHaveBeenCalledTimes(1)
  })
})

describe('the payouts to a seller', () => {
  const panel = async () =>
    within((await screen.findByRole('heading', { name: 'Payouts' })).closest('section') as HTMLElement)

  it('are frozen after a question with a reason, kept when it fails, and show at once', async () => {
    let isDown = true
    const freeze = vi.fn(({ reason }: { reason: string }) => {
      if (isDown) throw refusal('Prove it again.', 'CONFLICT', 409)
      user.payoutFreeze = { at: AT, byId: ADMIN, byName: 'Ada Admin', reason }
      return { userId: ID, changed: true }
    })
    open('', { 'accounts.freezePayouts': freeze })
    await press('Freeze payouts')
    const dialog = within(await screen.findByRole('dialog', { name: 'Freeze the payouts to Nia Cole?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Freeze payouts' }))
    expect(await dialog.findByText('Reason is required')).toBeVisible()
    await userEvent.type(dialog.getByLabelText('Reason'), 'Locked phones')
    await userEvent.click(dialog.getByRole('button', { name: 'Freeze payouts' }))
    expect(await dialog.findByText(/^Prove it again\. Nothing you typed is lost/)).toBeVisible()
    isDown = false
    await userEvent.click(dialog.getByRole('button', { name: 'Freeze payouts' }))
    expect(await screen.findByText('“Locked phones”')).toBeVisible()
    expect(screen.getByText('Payouts frozen')).toBeVisible()
    expect(freeze).toHaveBeenLastCalledWith(expect.objectContaining({ userId: ID, reason: 'Locked phones' }))
  })

  it('are released after a question, of a removed seller too', async () => {
    Object.assign(user, { name: '', email: '', removedAt: AT })
    user.payoutFreeze = { at: AT, byId: ADMIN, byName: 'Ada Admin', reason: 'Locked phones' }
    const release = vi.fn(() => {
      user.payoutFreeze = null
      return { userId: ID, changed: true }
    })
    open('', { 'accounts.releasePayouts': release })
    expect((await panel()).getByRole('link', { name: 'Ada Admin' })).toBeVisible()
    await press('Release payouts')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Release payouts' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Payouts' })).toBeNull())
    expect(release).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['NONE', 'They have no payout account yet: what they earn waits.'],
    ['UNFINISHED', 'They have not finished setting up payouts: what they earn waits.'],
    ['CHECKING', 'The payment provider is still checking their account: what they earn waits.'],
    ['ASKED', 'What they earn is sent to their bank.'],
    ['READY', 'What they earn is sent to their bank.'],
    ['DISABLED', 'The payment provider has paused payouts to them: what they earn waits.'],
    ['REJECTED', 'The payment provider refuses to pay out to them: what they earn waits.'],
  ] as const)('are said to go on where they do, with an account that is %s', async (state, words) => {
    user.payoutAccount = state
    open()
    expect((await panel()).getByText(words)).toBeVisible()
  })

  it('are not promised when they are released of who has no account', async () => {
    user.payoutFreeze = { at: AT, byId: ADMIN, byName: 'Ada Admin', reason: 'Locked phones' }
    user.payoutAccount = 'NONE'
    open()
    await press('Release payouts')
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog).toHaveTextContent('They have no payout account yet: what they earn waits.')
    expect(dialog).not.toHaveTextContent('sent to their bank')
  })

  it('are not there of a buyer', async () => {
    user.role = 'BUYER'
    open()
    expect(await screen.findByRole('heading', { name: 'What you can do' })).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Payouts' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Earnings' })).toBeNull()
  })
})

describe('the earnings of a seller', () => {
  const summary = {
    ...{
      heldCents: 19_000,
      readyCents: 28_550,
      onItsWayCents: 4750,
      waitingCents: 3000,
      closedCents: 0,
      wait: null,
      disputedCents: 0,
      paidOutCents: 100_000,
    },
    ...{ frozen: false, frozenReason: null, firstMonth: '2026-09', thisMonth: '2026-11' },
  }
  const sumOf = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling

  it('are six sums, and lead to their deals', async () => {
    const read = vi.fn(() => summary)
    open('?part=earnings', { 'earnings.summary': read })
    expect(await sumOf('Held')).toHaveTextContent('$190')
    expect(await sumOf('Ready')).toHaveTextContent('$285.50')
    expect(await sumOf('Waits')).toHaveTextContent('$30')
    expect(await sumOf('On its way')).toHaveTextContent('$17.50')
    expect(await sumOf('Paid out')).toHaveTextContent('$1,000')
    expect(await sumOf('Owed')).toHaveTextContent('$0')
    expect(read).toHaveBeenCalledWith(expect.objectContaining({ sellerId: ID }))
    await userEvent.click(screen.getByRole('link', { name: 'Their deals' }))
    expect(await screen.findByText('Nobody has booked a phone of theirs')).toBeVisible()
  })

  it('say that what is theirs waits while payouts are frozen', async () => {
    open('?part=earnings', { 'earnings.summary': () => ({ ...summary, frozen: true }) })
    expect(await sumOf('Ready')).toHaveTextContent('Theirs. It waits: payouts are frozen.')
  })

  it('say what they owe', async () => {
    open('?part=earnings', { 'earnings.summary': () => ({ ...summary, readyCents: -1950 }) })
    expect(await sumOf('Owed')).toHaveTextContent('$19.50')
    expect(await sumOf('Ready')).toHaveTextContent('$0')
  })

  it('are said to be none, and can be asked for again when they did not load', async () => {
    let tries = 0
    const none = {
      heldCents: 0,
      readyCents: 0,
      onItsWayCents: 0,
      waitingCents: 0,
      closedCents: 0,
      wait: null,
      disputedCents: 0,
      paidOutCents: 0,
    }
    open('?part=earnings', {
      'earnings.summary': () => {
        tries += 1
        if (tries === 1) throw refusal('That did not work.', 'CONFLICT', 409)
        return { ...summary, ...none }
      },
    })
    expect(await screen.findByText('Their earnings did not load')).toBeVisible()
    await press('Try again')
    expect(await screen.findByText('They have earned nothing yet')).toBeVisible()
  })

  it('are loading until they are there', async () => {
    open('?part=earnings', { 'earnings.summary': () => new Promise(() => undefined) })
    expect(await screen.findByText('Loading their earnings')).toBeInTheDocument()
  })
})

describe('a verification', () => {
  it('takes one click, with a note or without', async () => {
    const verify = vi.fn(() => {
      user.verified = true
      return { userId: ID, changed: true }
    })
    open('', { 'accounts.verifySeller': verify })
    await userEvent.type(await screen.findByLabelText('What was checked (optional)'), 'Passport')
    await press('Verify seller')
    expect(await screen.findByRole('button', { name: 'Take verification back' })).toBeVisible()
    expect(verify).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ userId: ID, name: user.name, note: 'Passport' }),
    )
  })
})

describe('the removal of an admin', () => {
  beforeEach(() => {
    user.role = 'ADMIN'
  })

  it('is proposed after a question', async () => {
    const propose = vi.fn(() => ({ userId: ID, expiresAt: AT }))
    open('', { 'accounts.proposeRemoval': propose })
    await press('Propose removal')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Propose removal' }))
    await waitFor(() => expect(propose).toHaveBeenCalledTimes(1))
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  })

  it('is withdrawn by who proposed it', async () => {
    user.removalProposal = { proposedById: 'ben', proposedByName: 'Ben', proposedAt: AT, expiresAt: AT }
    const withdraw = vi.fn(() => {
      user.removalProposal = null
      return { changed: true }
    })
    open('', { 'accounts.withdrawRemoval': withdraw })
    await press('Withdraw the proposal')
    expect(await screen.findByRole('button', { name: 'Propose removal' })).toBeVisible()
  })

  it('is confirmed by another one, who sees first what it does', async () => {
    user.removalProposal = { proposedById: ADMIN, proposedByName: 'Ada Admin', proposedAt: AT, expiresAt: AT }
    const counts = {
      ...{ listingsRemoved: 0, ordersCancelled: 0, ordersRefunded: 0, ordersKept: 0 },
      ...{ balanceCents: 0, heldCents: 0, isPayable: false, isFrozen: false },
    }
    const remove = vi.fn(() => {
      Object.assign(user, { name: '', email: '', removedAt: AT })
      return { userId: ID }
    })
    open('', {
      'accounts.previewRemoval': () => ({ userId: ID, name: 'Nia Cole', emailProven: true, ...counts }),
      'accounts.removeUser': remove,
    })
    expect(await screen.findByText(/^Ada Admin proposed to remove this admin/)).toBeVisible()
    await press('Confirm: delete this admin')
    const dialog = within(await screen.findByRole('alertdialog'))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Delete admin' })).toBeEnabled())
    await userEvent.click(dialog.getByRole('button', { name: 'Delete admin' }))
    expect(await screen.findByRole('heading', { name: 'Deleted user', level: 1 })).toBeVisible()
    expect(remove).toHaveBeenCalledTimes(1)
  })
})

describe('banned emails', () => {
  it('are listed and found by the whole email, and a ban is lifted after a question', async () => {
    const ban = { id: ID, reason: 'Stolen phones', userId: ADMIN, bannedById: null, bannedByName: '', bannedAt: AT }
    let bans = [ban]
    const bannedEmails = vi.fn(() => ({ items: bans, nextCursor: null }))
    const liftBan = vi.fn(() => {
      bans = []
      return { changed: true }
    })
    openApp({
      path: '/dashboard/bannedEmails?search=nia',
      role: 'ADMIN',
      answers: { 'accounts.bannedEmails': bannedEmails, 'accounts.liftBan': liftBan },
    })
    expect(await screen.findByText('Enter a whole email')).toBeVisible()
    await userEvent.type(screen.getByRole('searchbox'), '@x.test')
    expect(await screen.findByText('“Stolen phones”')).toBeVisible()
    expect(bannedEmails).toHaveBeenLastCalledWith(expect.objectContaining({ email: 'nia@x.test' }))
    await press(/^Lift the ban/)
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Lift the ban' }))
    expect(await screen.findByText('This email is not banned')).toBeVisible()
    expect(liftBan).toHaveBeenCalledTimes(1)
  })
})
