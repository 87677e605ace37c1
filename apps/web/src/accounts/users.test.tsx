import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListedUser, ListUsersInput } from '@second-ring/contracts/accounts/manage-users'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { People } from './users.tsx'

// Where it leads is the router's to test.
vi.mock('@tanstack/react-router', async original => ({
  ...(await original<object>()),
  Link: (props: { children: ReactNode }) => <a href="/">{props.children}</a>,
}))

const inGoodStanding = { suspended: false, setAside: false, leaving: false }

function person(name: string, { role = 'SELLER', verified = false }: Partial<ListedUser> = {}): ListedUser {
  return {
    id: name,
    name,
    email: `${name.toLowerCase()}@x.test`,
    role,
    verified,
    joinedAt: '2026-01-05T12:00:00.000Z',
    ...inGoodStanding,
  }
}

let everyone: ListedUser[]
const list = vi.fn((input: ListUsersInput) => {
  const items = everyone.filter(({ name, role }) => role === input.role && name.includes(input.search ?? ''))
  return { items: structuredClone(items), nextCursor: null }
})
const verifySeller = vi.fn((input: { userId: string }): unknown => {
  for (const each of everyone) if (each.id === input.userId) each.verified = true
  return { ...input, changed: true }
})

beforeEach(() => {
  list.mockClear()
  verifySeller.mockClear()
  everyone = [person('Nia'), person('Omar', { verified: true }), person('Ben', { role: 'BUYER' })]
})

function Screen({ who, from }: { who: Role; from: string | undefined }) {
  const [search, setSearch] = useState(from)
  return (
    <>
      <output aria-label="address">{search}</output>
      <People who={who} search={search} onSearch={setSearch} />
    </>
  )
}

function open(who: Role, from?: string) {
  renderWithApi(<Screen who={who} from={from} />, { 'accounts.list': list, 'accounts.verifySeller': verifySeller })
}

const cardOf = async (name: string) => {
  const card = (await screen.findByRole('heading', { name: new RegExp(name) })).closest('tr')
  if (!card) throw new Error(`${name} has no row`)
  return within(card)
}

it('the list of admins can be searched, and removes and verifies nobody', async () => {
  everyone.push(person('Ada', { role: 'ADMIN' }), person('Grace', { role: 'ADMIN' }))
  open('ADMIN', 'Ada')
  expect((await cardOf('Ada')).queryByRole('button')).toBeNull()
  expect(screen.queryByText('Grace')).toBeNull()
  expect(screen.queryByText('Nia')).toBeNull()
})

describe('the list of sellers', () => {
  it('offers to verify those who are not, and shows who is', async () => {
    open('SELLER')
    expect((await cardOf('Nia')).getByRole('button', { name: 'verify: Nia' })).toBeEnabled()
    const omar = await cardOf('Omar')
    expect(omar.getByText('Verified')).toBeVisible()
    expect(omar.getByRole('img', { name: 'Verified seller' })).toBeInTheDocument()
    expect(omar.queryByRole('button', { name: /^verify/ })).toBeNull()
    expect(screen.queryByText('Ben')).toBeNull()
  })

  it('marks accounts that are suspended, set aside or about to be deleted', async () => {
    everyone = [
      { ...person('Nia'), suspended: true },
      { ...person('Omar'), setAside: true },
      { ...person('Zoe'), leaving: true },
    ]
    open('SELLER')
    expect((await cardOf('Nia')).getByText('Suspended')).toBeVisible()
    expect((await cardOf('Omar')).getByText('Set aside')).toBeVisible()
    expect((await cardOf('Zoe')).getByText('About to be deleted')).toBeVisible()
  })

  it('turns the verify button into a tick and a label', async () => {
    open('SELLER')
    await userEvent.click((await cardOf('Nia')).getByRole('button', { name: 'verify: Nia' }))
    expect(await screen.findByText('Seller Nia verified successfully')).toBeInTheDocument()
    expect(await (await cardOf('Nia')).findByText('Verified')).toBeVisible()
    expect((await cardOf('Nia')).getByRole('img', { name: 'Verified seller' })).toBeInTheDocument()
    expect(verifySeller).toHaveBeenCalledExactlyOnceWith({ userId: 'Nia', name: 'Nia' })
  })

  it('keeps the verify button when the server refuses, and says why', async () => {
    verifySeller.mockImplementationOnce(() => {
      throw new Error('There is no such seller.')
    })
    open('SELLER')
    await userEvent.click((await cardOf('Nia')).getByRole('button', { name: 'verify: Nia' }))
    expect(await screen.findByText('There is no such seller.')).toBeInTheDocument()
    await waitFor(async () => expect((await cardOf('Nia')).getByRole('button', { name: 'verify: Nia' })).toBeEnabled())
  })

  it('searches once for what was typed, and keeps it in the address', async () => {
    open('SELLER')
    await cardOf('Omar')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), ' Nia ')
    await waitFor(() => expect(screen.queryByText('Omar')).toBeNull())
    await cardOf('Nia')
    expect(screen.getByLabelText('address')).toHaveTextContent('Nia')
    expect(list.mock.calls.map(([input]) => input.search)).toEqual([undefined, 'Nia'])
  })

  it('starts with the search of the address; nobody found, it offers to clear it', async () => {
    open('SELLER', 'Zed')
    expect(screen.getByRole('searchbox')).toHaveValue('Zed')
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the search' }))
    expect(await screen.findByText('Omar')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('')
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  it('says when there are none', async () => {
    everyone = []
    open('SELLER')
    expect(await screen.findByText('No sellers yet')).toBeVisible()
  })

  it('is empty and says nothing when it did not load, and is fetched again on focus', async () => {
    list.mockImplementationOnce(() => {
      throw new Error('Network Error')
    })
    open('SELLER')
    expect(await screen.findByRole('list')).toBeEmptyDOMElement()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/Network Error|did not load|No sellers/)).toBeNull()
    fireEvent(window, new Event('visibilitychange'))
    expect(await screen.findByText('Omar')).toBeVisible()
  })

  it('is a table with a head for each column', async () => {
    open('SELLER')
    const heads = await screen.findAllByRole('columnheader')
    expect(heads.map(head => head.textContent)).toEqual(['Name', 'Email', 'Joined', 'Status', 'Delete'])
    expect(screen.getByRole('cell', { name: 'nia@x.test' })).toBeVisible()
  })
})

describe('the list of buyers', () => {
  it('has nothing to verify', async () => {
    open('BUYER')
    const ben = await cardOf('Ben')
    expect(ben.getByText('ben@x.test')).toBeVisible()
    expect(ben.queryByRole('button', { name: /^verify/ })).toBeNull()
    expect(screen.queryByText('Nia')).toBeNull()
  })
})
