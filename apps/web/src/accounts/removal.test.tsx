import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import type { ListedUser, ListUsersInput } from '@second-ring/contracts/accounts/manage-users'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { refusal } from '#testing/open-app.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { People } from './users.tsx'

// Where it leads is the router's to test.
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: (props: { children: ReactNode }) => <a href="/">{props.children}</a>,
}))

const inGoodStanding = { suspended: false, setAside: false, leaving: false }

function person(name: string, role: SignUpRole): ListedUser {
  return {
    id: name,
    name,
    email: `${name}@x.test`,
    role,
    verified: false,
    joinedAt: '2026-01-05T12:00:00.000Z',
    ...inGoodStanding,
  }
}

type Call = { userId: string; reason?: string; banReason?: string }
let everyone: ListedUser[]
const list = vi.fn(({ role }: ListUsersInput) => ({
  items: structuredClone(everyone.filter(each => each.role === role)),
  nextCursor: null,
}))
const previewRemoval = vi.fn<(call: Call) => unknown>()
const removeUser = vi.fn<(call: Call) => unknown>()

beforeEach(() => {
  everyone = [person('Nia', 'SELLER'), person('Omar', 'SELLER'), person('Ben', 'BUYER')]
  list.mockClear()
  previewRemoval.mockReset()
  previewRemoval.mockImplementation(({ userId }) => ({
    ...{ userId, name: userId, emailProven: true },
    ...{ listingsRemoved: 3, ordersCancelled: 2, ordersRefunded: 0, ordersKept: 1 },
    ...{ balanceCents: 0, heldCents: 0, isPayable: false, isFrozen: false },
  }))
  removeUser.mockReset()
  removeUser.mockImplementation(({ userId }) => {
    everyone = everyone.filter(each => each.id !== userId)
    return { userId }
  })
})

function open(who: SignUpRole) {
  const answers = {
    'accounts.list': list,
    'accounts.previewRemoval': previewRemoval,
    'accounts.removeUser': removeUser,
  }
  renderWithApi(
    <>
      <PageTitle>All of them</PageTitle>
      <People who={who} search={undefined} onSearch={() => undefined} />
    </>,
    answers,
  )
}

async function ask(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Delete ${name}` }))
  return within(await screen.findByRole('alertdialog', { name: `Delete ${name}?` }))
}

async function confirm(name: string, who: 'seller' | 'buyer') {
  const button = (await ask(name)).getByRole('button', { name: `Delete ${who}` })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}

describe('deleting someone', () => {
  it('says first what will happen, with the numbers, and does nothing yet', async () => {
    open('SELLER')
    const dialog = await ask('Nia')
    expect(await dialog.findByText('3 unsold products leave the market.')).toBeVisible()
    expect(dialog.getByText('Their account is removed, and they are signed out at once.')).toBeVisible()
    expect(dialog.getByText(/^2 unpaid bookings are cancelled/)).toBeVisible()
    expect(dialog.getByText('1 order that is done stays, without their name, email and phone.')).toBeVisible()
    expect(dialog.getByText('This cannot be undone.')).toBeVisible()
    expect(dialog.getByText('Nia@x.test')).toBeVisible()
    expect(previewRemoval).toHaveBeenCalledExactlyOnceWith({ userId: 'Nia' })
    expect(removeUser).not.toHaveBeenCalled()
  })

  it('bans the email too when that is ticked, for a reason', async () => {
    open('SELLER')
    const dialog = await ask('Nia')
    await userEvent.click(await dialog.findByRole('checkbox', { name: 'And refuse a new account with this email' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete seller' }))
    expect(await dialog.findByText('Reason is required')).toBeVisible()
    expect(removeUser).not.toHaveBeenCalled()
    await userEvent.type(dialog.getByLabelText('Reason of the ban'), 'Stolen phones')
    await userEvent.type(dialog.getByLabelText('Reason'), 'Three buyers complained')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete seller' }))
    await waitFor(() =>
      expect(removeUser).toHaveBeenCalledExactlyOnceWith({
        userId: 'Nia',
        idempotencyKey: expect.any(String),
        reason: 'Three buyers complained',
        banReason: 'Stolen phones',
      }),
    )
  })

  it('cannot ban an email that was never proven, and says why', async () => {
    previewRemoval.mockImplementation(({ userId }) => ({
      ...{ userId, name: userId, emailProven: false },
      ...{ listingsRemoved: 0, ordersCancelled: 0, ordersRefunded: 0, ordersKept: 0 },
      ...{ balanceCents: 0, heldCents: 0, isPayable: false, isFrozen: false },
    }))
    open('SELLER')
    const dialog = await ask('Nia')
    expect(await dialog.findByText(/^The email was never proven/)).toBeVisible()
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })

  it('can be called off, and the focus goes back', async () => {
    open('SELLER')
    const dialog = await ask('Nia')
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Nia' })).toHaveFocus())
    expect(removeUser).not.toHaveBeenCalled()
  })

  it.each(['SELLER', 'BUYER'] as const)('takes a %s off the list, and says so in the same words', async who => {
    open(who)
    const name = who === 'SELLER' ? 'Nia' : 'Ben'
    await confirm(name, who === 'SELLER' ? 'seller' : 'buyer')
    expect(await screen.findByText(`Buyer ${name} removed successfully`)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('button', { name: `Delete ${name}` })).toBeNull())
    expect(removeUser).toHaveBeenCalledExactlyOnceWith({ userId: name, idempotencyKey: expect.any(String) })
    await waitFor(() => expect(list).toHaveBeenCalledTimes(2))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('puts the focus on the next in the list, then on the one before, then on the heading', async () => {
    everyone.push(person('Zoe', 'SELLER'))
    open('SELLER')
    await confirm('Omar', 'seller')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Zoe' })).toHaveFocus())
    await confirm('Zoe', 'seller')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Nia' })).toHaveFocus())
    await confirm('Nia', 'seller')
    expect(await screen.findByText('No sellers yet')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'All of them' })).toHaveFocus())
  })

  it('cannot be confirmed before the numbers are there, nor twice, nor left half-way', async () => {
    const counted = Promise.withResolvers<unknown>()
    const removed = Promise.withResolvers<unknown>()
    previewRemoval.mockReturnValue(counted.promise)
    removeUser.mockReturnValue(removed.promise)
    open('BUYER')
    const dialog = await ask('Ben')
    const confirm = dialog.getByRole('button', { name: 'Delete buyer' })
    expect(dialog.getByText('Counting what else would happen')).toBeInTheDocument()
    expect(confirm).toBeDisabled()
    counted.resolve({
      userId: 'Ben',
      name: 'Ben',
      listingsRemoved: 0,
      ordersCancelled: 0,
      ordersRefunded: 0,
      ordersKept: 0,
    })
    expect(await dialog.findByText('They have no open bookings and no orders.')).toBeVisible()
    await userEvent.dblClick(confirm)
    expect(confirm).toHaveAttribute('aria-busy', 'true')
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('alertdialog')).toBeVisible()
    removed.resolve({ userId: 'Ben' })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(removeUser).toHaveBeenCalledOnce()
  })

  it('says when the numbers did not load, and asks for them again', async () => {
    previewRemoval.mockImplementationOnce(() => {
      throw new Error('Network Error')
    })
    open('SELLER')
    const dialog = await ask('Nia')
    expect(await dialog.findByText('We could not find out what else would happen.')).toBeVisible()
    expect(dialog.getByText('Network Error')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Delete seller' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('3 unsold products leave the market.')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Delete seller' })).toBeEnabled()
  })
})

describe('a deletion that is refused', () => {
  it('says why in a toast and keeps the list', async () => {
    removeUser.mockImplementation(() => {
      throw refusal('You cannot remove your own account.', 'CONFLICT', 409)
    })
    open('SELLER')
    await confirm('Nia', 'seller')
    expect(await screen.findByText('You cannot remove your own account.')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete Nia' })).toHaveFocus())
    expect(screen.queryByText(/removed successfully/)).toBeNull()
    // It is read again, and they are still there.
    await waitFor(() => expect(list).toHaveBeenCalledTimes(2))
    expect(screen.getByRole('button', { name: 'Delete Nia' })).toBeInTheDocument()
  })

  const gone = () => {
    everyone = everyone.filter(({ name }) => name !== 'Nia')
    throw refusal('There is no such user.', 'NOT_FOUND', 404)
  }

  async function expectGone() {
    expect(await screen.findByText('There is no such user.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText('Nia')).toBeNull())
    await waitFor(() => expect(list).toHaveBeenCalledTimes(2))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Omar' })).toHaveFocus())
    expect(screen.queryByRole('alertdialog')).toBeNull()
  }

  it('for someone who is gone already brings the list up to date', async () => {
    previewRemoval.mockImplementation(gone)
    open('SELLER')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Nia' }))
    await expectGone()
    expect(removeUser).not.toHaveBeenCalled()
  })

  it('for someone who goes meanwhile brings the list up to date', async () => {
    removeUser.mockImplementation(gone)
    open('SELLER')
    await confirm('Nia', 'seller')
    await expectGone()
  })
})

it('someone without a name is a deleted user', async () => {
  everyone = [{ ...person('Nia', 'SELLER'), name: '' }]
  open('SELLER')
  expect(await screen.findByRole('heading', { name: 'Deleted user' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete Deleted user' })).toBeVisible()
})
