import type { PayoutAccount, PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { refusal } from '#testing/open-app.tsx'
import { InRouter } from '#testing/render-in-router.tsx'
import { renderWithApi } from '#testing/render-with-api.tsx'
import { type FromProvider, PayoutAccountCard } from './payout-account-card.tsx'

afterEach(() => {
  vi.useRealTimers()
})

const accountOf = (state: PayoutAccountState, asks: string[] = [], frozen = false): PayoutAccount => ({
  state,
  asks,
  frozen,
  changedAt: state === 'NONE' ? null : '2026-11-26T10:00:00.000Z',
})
const seller = { id: 'ben', email: 'ben@x.test', name: 'Ben', role: 'SELLER', verified: false } as const
const URL_AT_PROVIDER = 'https://connect.stripe.com/setup/e/acct_1/x'

interface Shown {
  account: () => PayoutAccount
  start?: () => unknown
  refresh?: () => unknown
  from?: FromProvider
  emailVerified?: boolean
}

const link = () => ({ url: URL_AT_PROVIDER })

async function show({ account, start = link, refresh = () => ({}), from, emailVerified = true }: Shown) {
  const open = vi.fn()
  renderWithApi(
    <InRouter>
      <PayoutAccountCard from={from} open={open} />
    </InRouter>,
    { 'payouts.account': account, 'payouts.startOnboarding': start, 'payouts.refreshAccount': refresh },
    { ...seller, emailVerified },
  )
  await screen.findByRole('heading', { name: 'Payouts to your bank' })
  return { open }
}

it.each([
  ['NONE', 'What you earn waits until you have set up payouts.', 'Set up payouts'],
  ['UNFINISHED', 'What you earn waits until you have finished.', 'Go on at the provider'],
  ['CHECKING', 'There is nothing to do', null],
  ['ASKED', 'Payouts go on.', 'Name a bank account at the provider'],
  ['READY', 'What you earn can go to your bank.', 'Your bank details at the provider'],
  ['DISABLED', 'Payouts to you are paused', 'Name a bank account at the provider'],
  ['REJECTED', 'The provider refuses to pay out to you.', null],
] as const)('says how an account is that is %s, and what to do', async (state, text, button) => {
  await show({ account: () => accountOf(state, ['a bank account']) })
  expect(await screen.findByText(new RegExp(text))).toBeVisible()
  expect(screen.getByText(/bank details are entered at the provider only/)).toBeVisible()
  const buttons = screen.queryAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(button === null ? [] : [button])
  const isAsked = state === 'ASKED' || state === 'DISABLED'
  expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    isAsked ? ['a bank account'] : [],
  )
})

it('leads on where the provider asks for more than a bank account', async () => {
  await show({ account: () => accountOf('DISABLED', ['your address', 'a bank account']) })
  expect(await screen.findByRole('button', { name: 'Go on at the provider' })).toBeVisible()
})

it.each([
  ['NONE', 'and an admin lets them go on', null],
  ['UNFINISHED', 'and an admin lets payouts go on', 'Not finished'],
  ['CHECKING', 'There is nothing to do', 'Being checked'],
  ['ASKED', 'An admin has stopped payouts to you', 'Asked for more'],
  ['READY', 'an admin has stopped them', 'Stopped'],
  ['DISABLED', 'An admin has stopped payouts to you', 'Paused'],
  ['REJECTED', 'The provider refuses to pay out to you', 'Refused'],
] as const)(
  'promises nothing of an account that is %s while an admin has stopped payouts',
  async (state, text, badge) => {
    await show({ account: () => accountOf(state, ['a bank account'], true) })
    const said = (await screen.findByText(new RegExp(text))).closest('[role=status]')
    expect(said).not.toHaveTextContent(
      /can go to your bank|Payouts go on|waits until you have (set up|finished)\b(?!.*and an admin)/,
    )
    if (badge !== null) expect(said).toHaveTextContent(badge)
  },
)

it('goes to the provider by a new link for each press, and cannot be pressed twice meanwhile', async () => {
  const made = Promise.withResolvers<void>()
  const start = vi.fn(async () => {
    await made.promise
    return { url: URL_AT_PROVIDER }
  })
  const { open } = await show({ account: () => accountOf('NONE'), start })
  const button = await screen.findByRole('button', { name: 'Set up payouts' })
  await userEvent.click(button)
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-busy', 'true')
  made.resolve()
  await waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith(URL_AT_PROVIDER))
  expect(start).toHaveBeenCalledOnce()
  await userEvent.click(button)
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
})

it('says why there is no link, and tries again', async () => {
  let isAway = true
  const start = () => {
    if (isAway) throw refusal('Payouts are not available right now.', 'PROVIDER_UNAVAILABLE', 503)
    return { url: URL_AT_PROVIDER }
  }
  const { open } = await show({ account: () => accountOf('UNFINISHED'), start })
  const button = await screen.findByRole('button', { name: 'Go on at the provider' })
  await userEvent.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('Payouts are not available right now.')
  expect(open).not.toHaveBeenCalled()
  isAway = false
  await userEvent.click(button)
  await waitFor(() => expect(open).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says that the account did not load, and reads it again', async () => {
  let isAway = true
  await show({
    account: () => {
      if (isAway) throw refusal('Try again in a minute.', 'UNAVAILABLE', 503)
      return accountOf('READY')
    },
  })
  expect(await screen.findByText('Your payout account did not load')).toBeVisible()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Ready')).toBeVisible()
})

it('asks for a proof of the email first, and says where', async () => {
  await show({ account: () => accountOf('NONE'), emailVerified: false })
  expect(await screen.findByText(/Prove your email first/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'See your email' })).toHaveAttribute('href', '/dashboard/account')
  expect(screen.queryByRole('button')).toBeNull()
})

it('offers a new link to whoever comes back with a used one, and opens none by itself', async () => {
  const { open } = await show({ account: () => accountOf('UNFINISHED'), from: 'again' })
  expect(await screen.findByText(/That link had been used/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Go on at the provider' })).toBeVisible()
  expect(open).not.toHaveBeenCalled()
})

it('notices after the return what the provider tells the server a moment later', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let state: PayoutAccountState = 'UNFINISHED'
  const account = vi.fn(() => accountOf(state))
  await show({ account, from: 'returned' })
  expect(await screen.findByText('Not finished')).toBeVisible()
  state = 'READY'
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByText('Ready')).toBeVisible()
  const asked = account.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(account.mock.calls).toHaveLength(asked)
})

it.each(['ASKED', 'DISABLED'] as const)(
  'asks the provider after the return what became of an account that was %s, whose event may be lost',
  async before => {
    let state: PayoutAccountState = before
    const refresh = vi.fn(() => {
      state = 'READY'
      return {}
    })
    await show({ account: () => accountOf(state), from: 'returned', refresh })
    expect(await screen.findByText('Ready')).toBeVisible()
    expect(refresh).toHaveBeenCalledOnce()
  },
)

it.each(['ASKED', 'DISABLED'] as const)('notices it a moment later, too, of one that was %s', async before => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let state: PayoutAccountState = before
  await show({ account: () => accountOf(state), from: 'returned' })
  await screen.findByText(/asks you for/)
  state = 'READY'
  await vi.advanceTimersByTimeAsync(3000)
  expect(await screen.findByText('Ready')).toBeVisible()
})

it('does not ask the provider of who comes another way', async () => {
  const refresh = vi.fn()
  for (const from of [undefined, 'again'] as const) {
    await show({ account: () => accountOf('DISABLED'), ...(from && { from }), refresh })
    await screen.findByText(/Payouts to you are paused/)
    cleanup()
  }
  expect(refresh).not.toHaveBeenCalled()
})

it('gives up after a minute when nothing comes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const account = vi.fn(() => accountOf('UNFINISHED'))
  await show({ account, from: 'returned' })
  await screen.findByText('Not finished')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(account).toHaveBeenCalledTimes(20)
})
