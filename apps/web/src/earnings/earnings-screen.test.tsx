import type { Deal, EarningsSummary, Statement } from '@second-ring/contracts/earnings/earnings'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { exactMoment } from '#ui/moment.tsx'

const orderId = '0190a000-0000-7000-8000-00000000000a'
const at = '2026-11-28T14:00:00.000Z'
const deal: Deal = {
  orderId,
  productName: 'Pixel 8',
  buyerName: 'Nia Cole',
  priceCents: 20_000,
  returnedCents: 0,
  feeCents: 1000,
  arrivesCents: 19_000,
  keptCents: 0,
  state: 'handed-over',
  stage: 'HANDED_OVER',
  expectedAt: null,
  wait: null,
  at,
  disputed: false,
}
const line: Statement['lines'][number] = {
  at: '2026-11-05T23:59:00.000Z',
  kind: 'sale',
  orderId,
  productName: 'Pixel 8',
  grossCents: 20_000,
  feeCents: 1000,
  amountCents: 19_000,
  balanceCents: 20_950,
}

let summary: EarningsSummary
let deals: Deal[]
let lines: Statement['lines']
beforeEach(() => {
  summary = {
    ...{
      heldCents: 19_000,
      readyCents: 28_550,
      onItsWayCents: 4750,
      waitingCents: 0,
      closedCents: 0,
      wait: null,
      disputedCents: 0,
      paidOutCents: 100_000,
      frozen: false,
      frozenReason: null,
    },
    ...{ firstMonth: '2026-09', thisMonth: '2026-11' },
  }
  deals = [deal]
  lines = [line]
})

const statement = vi.fn(({ month }: { month: string }): Statement => {
  const closingCents = lines.at(-1)?.balanceCents ?? 1950
  return { month, openingCents: 1950, closingCents, lines, lineCount: lines.length }
})
const open = (answers: Answers = {}, search = '') =>
  openApp({
    path: `/dashboard/earnings${search}`,
    role: 'SELLER',
    answers: {
      'earnings.summary': () => summary,
      'earnings.deals': () => ({ items: deals, nextCursor: null }),
      'earnings.statement': statement,
      'payouts.account': () => ({ state: 'NONE', asks: [], changedAt: null, frozen: summary.frozen }),
      ...answers,
    },
  })
const sumOf = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling

describe('a seller’s earnings', () => {
  it('are four sums: what is held, ready, on its way and paid out', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
    expect(document.title).toBe('Earnings | Second Ring')
    expect(await sumOf('Held')).toHaveTextContent('$190')
    expect(await sumOf('Ready')).toHaveTextContent('$285.50')
    expect(await sumOf('On its way')).toHaveTextContent('$47.50')
    expect(await sumOf('Paid out')).toHaveTextContent('$1,000')
    expect(screen.queryByText(/You owe/)).toBeNull()
  })

  it.each([
    ['next-payout', null, null, 'It goes to your bank with the next payout, soon.'],
    ['next-payout', at, null, `It goes to your bank with the next payout, about ${exactMoment(at)}.`],
    ['minimum', null, null, 'It waits until there is $1 to pay out.'],
    ['released', null, null, 'It waits until an admin lets payouts to you go on.'],
    ['disputed', null, null, 'It waits until the bank of a buyer has decided about a payment.'],
    ['owed', null, null, 'It is kept for what you owe.'],
    ['next-payout', at, 'your bank account is closed.', `with the next payout, about ${exactMoment(at)}.`],
    ['payable', null, 'your bank account is closed.', 'It is sent again once your payout account is ready.'],
    ['released', null, 'your bank account is closed.', 'It is sent again once an admin lets payouts to you go on.'],
  ] as const)('say what waits at the provider for %s, from %s on, after %s', async (until, from, failure, words) => {
    const wait = { until, at: from, failure }
    summary = { ...summary, waitingCents: 3000, wait }
    deals = [{ ...deal, state: 'waiting', wait }]
    open()
    expect(await sumOf('Waits')).toHaveTextContent(`$30Sent to our payment provider. `)
    expect(await sumOf('Waits')).toHaveTextContent(words)
    expect(await sumOf('On its way')).toHaveTextContent('$17.50Sent, and not at your bank yet.')
    const row = await screen.findByRole('row', { name: /Bought by Nia Cole/ })
    expect(within(row).getByText('Waits')).toBeVisible()
    expect(row).toHaveTextContent(`Sent to our payment provider on ${exactMoment(at)}. `)
    expect(row).toHaveTextContent(words)
    for (const place of [await sumOf('Waits'), row]) {
      if (failure === null) expect(place).not.toHaveTextContent('did not reach')
      else expect(place).toHaveTextContent(`It did not reach your bank: ${failure} It is sent again`)
    }
  })

  it('say what is on an account that the provider has closed, beside what goes on', async () => {
    const wait = { until: 'next-payout', at, failure: null } as const
    const closed = { until: 'closed', at: null, failure: null } as const
    summary = { ...summary, waitingCents: 3000, closedCents: 1000, wait }
    deals = [{ ...deal, state: 'waiting', wait: closed }]
    const words = /closed the account that it is on, so nothing is paid out from there\. It stays yours: write to/
    open()
    expect(await sumOf('On a closed account')).toHaveTextContent(/^\$10/)
    expect(await sumOf('On a closed account')).toHaveTextContent(words)
    expect(await sumOf('Waits')).toHaveTextContent(/^\$20Sent .* with the next payout, about/)
    const row = await screen.findByRole('row', { name: /Bought by Nia Cole/ })
    expect(row).toHaveTextContent(words)
    expect(row).not.toHaveTextContent('next payout')
  })

  it('say plainly what the seller owes', async () => {
    summary = { ...summary, readyCents: -1950 }
    open()
    expect(await sumOf('Ready')).toHaveTextContent(/^\$0Yours/)
    expect(screen.getByText(/^You owe Second Ring \$19\.50: .* taken from your next sales\.$/)).toBeVisible()
  })

  it('say what waits for a buyer’s bank', async () => {
    summary = { ...summary, disputedCents: 4000 }
    open()
    expect(
      await screen.findByText(
        /^\$40 of what was sent to our payment provider waits: a buyer’s bank disputes a payment/,
      ),
    ).toBeVisible()
  })

  it('say when an admin has stopped what is sent', async () => {
    summary = { ...summary, frozen: true, frozenReason: 'Buyers report locked phones' }
    open()
    const text = await screen.findByText(/^An admin has stopped payouts to you/)
    expect(text).toHaveTextContent('The admin wrote: “Buyers report locked phones”')
    const card = screen.getByRole('heading', { level: 2, name: 'Payouts to your bank' })
    // Before all that could seem to say otherwise.
    expect(text.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it.each([
    ['READY', 'Yours. It waits until an admin lets payouts go on.'],
    ['NONE', 'Yours. It waits until payouts are set up, and an admin lets them go on.'],
  ] as const)('promise no payout while it is stopped, of an account that is %s', async (state, ready) => {
    summary = { ...summary, frozen: true, frozenReason: null, disputedCents: 4000 }
    deals = [{ ...deal, state: 'ready', expectedAt: '2126-11-28T14:00:00.000Z' }]
    open({ 'payouts.account': () => ({ state, asks: [], changedAt: null, frozen: true }) })
    await waitFor(async () => expect(await sumOf('Ready')).toHaveTextContent(ready))
    expect(screen.getByText(/if that decides for you, once payouts to you go on\.$/)).toBeVisible()
    const row = await screen.findByRole('row', { name: /Bought by Nia Cole/ })
    await waitFor(() => expect(row).toHaveTextContent('It waits: an admin has stopped payouts to you'))
    const main = screen.getByRole('main')
    expect(main).not.toHaveTextContent(/sends it on|can go to your bank|sent to your bank as soon as/)
  })

  it('are announced while they load, and can be asked for again when they did not load', async () => {
    let tries = 0
    open({
      'earnings.summary': () => {
        tries += 1
        if (tries === 1) throw refusal('That did not work.', 'CONFLICT', 409)
        return summary
      },
    })
    const failed = (await screen.findByText('Your earnings did not load')).closest('[role=alert]')
    await userEvent.click(within(failed as HTMLElement).getByRole('button', { name: 'Try again' }))
    expect(await sumOf('Held')).toHaveTextContent('$190')
  })

  it('are loading until they are there', async () => {
    open({ 'earnings.summary': () => new Promise(() => undefined) })
    expect(await screen.findByText('Loading your earnings')).toBeInTheDocument()
  })
})

it('the way to one’s bank stands before all else, also after a visit to the provider', async () => {
  open({}, '?payouts=again')
  const panel = (await screen.findByRole('heading', { level: 2, name: 'Payouts to your bank' })).closest('section')
  expect(await within(panel as HTMLElement).findByText(/^That link had been used/)).toBeVisible()
  expect(within(panel as HTMLElement).getByRole('button', { name: 'Set up payouts' })).toBeVisible()
})

describe('the deals', () => {
  it('say what each brings, and lead to its order', async () => {
    open()
    const row = within(await screen.findByRole('row', { name: /Pixel 8/ }))
    expect(row.getByRole('link', { name: 'Pixel 8' })).toHaveAttribute('href', `/dashboard/orders/${orderId}`)
    expect(row.getByText('Bought by Nia Cole')).toBeVisible()
    expect(row.getAllByRole('cell').map(cell => cell.textContent)).toEqual(
      expect.arrayContaining(['$200', '$10', expect.stringContaining('$190')]),
    )
  })

  it.each([
    [{ state: 'paid', stage: 'PAID' }, 'Held', `Hand the phone over by ${exactMoment(at)}`],
    [{ state: 'handed-over' }, 'Held', `Yours on ${exactMoment(at)}, unless the buyer reports a problem`],
    [{ state: 'ready' }, 'Ready', `Yours since ${exactMoment(at)}`],
    [
      { state: 'ready', expectedAt: '2126-11-28T14:00:00.000Z' },
      'Ready',
      `. Our payment provider sends it on from ${exactMoment('2126-11-28T14:00:00.000Z')}`,
    ],
    [{ state: 'on-its-way' }, 'On its way', `Sent on ${exactMoment(at)}`],
    [{ state: 'paid-out' }, 'Paid out', `Arrived on ${exactMoment(at)}`],
    [{ state: 'paid-out', keptCents: 950 }, 'Paid out', '$9.50 went to what you owed'],
    [{ state: 'kept', keptCents: 19_000 }, 'Kept', 'It went to what you owed for another sale'],
    [
      { state: 'done', priceCents: 300, feeCents: 300, arrivesCents: 0 },
      'Done',
      `The fee took all of it on ${exactMoment(at)}`,
    ],
    [
      { state: 'refunded', at: null, returnedCents: 20_000, feeCents: 0, arrivesCents: 0 },
      'Refunded',
      'The buyer gets the money back',
    ],
    [
      { state: 'ready', returnedCents: 5000, feeCents: 750, arrivesCents: 14_250 },
      'Ready',
      '$50 went back to the buyer',
    ],
    [{ state: 'paid', stage: 'PAID', disputed: true }, 'Disputed', 'Nothing moves until the buyer’s bank has decided'],
  ] as const)('of %o stand as the seller says it: %s', async (change, label, words) => {
    deals = [{ ...deal, ...change }]
    open({ 'payouts.account': () => ({ state: 'READY', asks: [], changedAt: null, frozen: false }) })
    const row = await screen.findByRole('row', { name: /Pixel 8/ })
    expect(within(row).getByText(label)).toBeVisible()
    await waitFor(() => expect(row).toHaveTextContent(words))
  })

  it('that are ready are not said to be sent on while no payouts are set up', async () => {
    deals = [{ ...deal, state: 'ready', expectedAt: '2126-11-28T14:00:00.000Z' }]
    const account = vi.fn(() => ({ state: 'NONE', asks: [], changedAt: null, frozen: false }))
    open({ 'payouts.account': account })
    const row = await screen.findByRole('row', { name: /Pixel 8/ })
    await waitFor(() => expect(account).toHaveResolved())
    expect(row).toHaveTextContent('Yours since')
    expect(row).not.toHaveTextContent('sends it on')
  })

  it('say what happens after the first sale while there is none', async () => {
    deals = []
    open()
    expect(await screen.findByText('Nothing is sold yet')).toBeVisible()
    expect(screen.getByText(/48 hours to check it; then the money is yours/)).toBeVisible()
    const menu = screen.getByRole('navigation', { name: 'Dashboard' })
    const links = screen.getAllByRole('link', { name: 'Add a product' }).filter(link => !menu.contains(link))
    expect(links.map(link => link.getAttribute('href'))).toEqual(['/dashboard/AddProduct'])
  })
})

describe('the statement', () => {
  const rows = async () => {
    const table = await screen.findByRole('table', { name: /^Statement for/ })
    return within(table)
      .getAllByRole('row')
      .map(row => [...row.children].map(cell => cell.textContent?.trim()).filter(Boolean))
  }

  it('of this month goes from the opening to the closing balance, by days in UTC', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 2, name: 'Statement for November 2026' })).toBeVisible()
    expect(screen.getByText(/The month is not over yet\.$/)).toBeVisible()
    expect(await rows()).toEqual([
      ['Day', 'What', 'Amount', 'Balance'],
      ['Opening balance', '$19.50', '$19.50'],
      ['Nov 5', 'SalePixel 8$200.00 less $10.00 fee', '$190.00', '$209.50'],
      ['Closing balance', '$209.50', '$209.50'],
    ])
  })

  it('shows a fee that was given back', async () => {
    const back = { grossCents: -10_000, feeCents: -500, amountCents: -9500, balanceCents: 11_450 }
    lines = [{ ...line, ...back, kind: 'refund' }]
    open()
    expect(await rows()).toContainEqual([
      'Nov 5',
      'Refund to the buyerPixel 8-$100.00 with $5.00 of the fee given back',
      '-$95.00',
      '$114.50',
    ])
  })

  it('is of the month that is chosen, which the URL keeps', async () => {
    open()
    const months = await screen.findByRole('combobox', { name: 'Month' })
    expect(
      within(months)
        .getAllByRole('option')
        .map(option => option.textContent),
    ).toEqual(['November 2026', 'October 2026', 'September 2026'])
    await userEvent.selectOptions(months, 'September 2026')
    expect(await screen.findByRole('heading', { level: 2, name: 'Statement for September 2026' })).toBeVisible()
    expect(location.search).toBe('?month=2026-09')
    expect(months).toHaveFocus()
    await waitFor(() => expect(statement).toHaveBeenLastCalledWith({ month: '2026-09' }))
  })

  it.each(['?month=2026-08', '?month=2027-01', '?month=2026-13', '?month=nothing'])(
    'is this month’s where there is none: %s',
    async search => {
      open({}, search)
      expect(await screen.findByRole('heading', { level: 2, name: 'Statement for November 2026' })).toBeVisible()
    },
  )

  it('of a month without a change says so', async () => {
    lines = []
    open()
    expect(await rows()).toEqual([
      ['Day', 'What', 'Amount', 'Balance'],
      ['Opening balance', '$19.50', '$19.50'],
      ['Nothing changed this month.'],
      ['Closing balance', '$19.50', '$19.50'],
    ])
  })

  it('of very many lines says where the others are', async () => {
    open({ 'earnings.statement': (asked: { month: string }) => ({ ...statement(asked), lineCount: 1200 }) })
    expect(await screen.findByText('These are the first 1 of 1,200 lines. The file has all of them.')).toBeVisible()
  })

  it('is printed', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
  })
})
