import type { Case } from '@second-ring/contracts/claims/case'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { openApp } from '#testing/open-app.tsx'
import { orderDetails } from '#testing/order-details.ts'
import { exactMoment } from '#ui/moment.tsx'

const [CLAIMED, DENIED, DECIDED] = ['2026-01-20T12:00:00.000Z', '2026-01-21T12:00:00.000Z', '2026-01-22T12:00:00.000Z']
const events = [
  { kind: 'handover-claimed', at: CLAIMED, by: 'seller', reason: null, meetingTime: null },
  { kind: 'handover-denied', at: DENIED, by: 'buyer', reason: 'We never met', meetingTime: null },
] as const
const undecided = {
  ...{ state: 'PAID', viewer: 'admin', contact: null, events: [...events], answerDueAt: '2026-01-23T12:00:00.000Z' },
  ...{ handoverClaimedAt: CLAIMED, handoverDeniedAt: DENIED, can: ['decideHandover', 'refund'] },
} satisfies Parameters<typeof orderDetails>[0]

function story(change: Partial<Case> = {}): Case {
  return {
    order: orderDetails(undecided),
    ...{ post: { condition: 'GOOD', text: 'Battery at 91 %, one scratch.' }, disputes: [] },
    ...{ claim: null, leftCents: 24_999, notes: [], payoutFreeze: null, payoutAccount: 'NONE', decisions: [] },
    handover: { undecidedSince: DENIED, dueAt: '2026-01-24T12:00:00.000Z', decision: null },
    entries: ['PROVIDER_BALANCE', 'HELD'].map((account, index) => ({
      ...{ transactionId: '0190a000-0000-7000-8000-0000000000e1', act: 'ORDER_PAID', account },
      ...{ amountCents: index ? -24_999 : 24_999, postedAt: '2026-01-06T12:00:00.000Z' },
    })),
    ...change,
  }
}

function open(answers: Record<string, (input: never) => unknown>) {
  const path = `/dashboard/cases/${story().order.id}`
  return openApp({
    path,
    role: 'ADMIN',
    answers: { 'payments.ofOrder': () => ({ payments: [], receipts: [] }), ...answers },
  })
}

const panel = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

it('an undecided handover has its whole story on one page, and is decided there', async () => {
  let now = story()
  const decide = vi.fn(() => {
    const order = orderDetails({ ...undecided, state: 'HANDED_OVER', ending: 'HANDED_OVER', can: [] })
    const decision = { at: DECIDED, byId: null, byName: 'Alex Admin', reason: 'The camera shows it' }
    const handover = { undecidedSince: DENIED, dueAt: null, decision: { ...decision, outcome: 'HANDED_OVER' as const } }
    now = story({ order, handover })
    return { orderId: order.id }
  })
  open({ 'cases.byOrder': () => now, 'orders.decideHandover': decide })
  expect(await screen.findByRole('heading', { level: 1, name: 'Case: Pixel 8' })).toBeVisible()
  expect(
    (await panel('Where it stands')).getByText(/^The seller says .*Decide: the time for it is over\.$/),
  ).toBeVisible()
  const handover = await panel('The handover')
  expect(handover.getByText('“We never met”')).toBeVisible()
  expect(handover.getByText(exactMoment(CLAIMED))).toBeVisible()
  expect((await panel('Ledger')).getByText('Order paid')).toBeVisible()
  expect((await panel('The meeting')).getByText('Central Library')).toBeVisible()
  expect(await screen.findByLabelText('A note to admins')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Freeze payouts' })).toBeVisible()
  expect(screen.getByText('They have no payout account yet: what they earn waits.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Refund the buyer' })).toBeNull()
  await press('Decide: it was handed over')
  await userEvent.type(await screen.findByLabelText('Reason'), 'The camera shows it')
  await press('It was handed over')
  expect(await handover.findByText('Decided: handed over')).toBeVisible()
  expect(handover.getByText('“The camera shows it”')).toBeVisible()
  expect(decide).toHaveBeenCalledWith(
    expect.objectContaining({ outcome: 'HANDED_OVER', reason: 'The camera shows it' }),
  )
  expect(screen.queryByRole('button', { name: /^Decide/ })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('an admin acts on the case of a suspended buyer: reports a problem for them, or releases the money', async () => {
  const order = orderDetails({
    ...{ state: 'HANDED_OVER', ending: 'HANDED_OVER', viewer: 'admin', contact: null, hasCase: true },
    ...{ protectedUntil: '2999-01-24T12:00:00.000Z', can: ['acceptPhone', 'openClaim'] },
  })
  const [release, report] = [vi.fn(() => ({ orderId: order.id })), vi.fn(() => ({ orderId: order.id, dueAt: DECIDED }))]
  open({
    'cases.byOrder': () => story({ order, handover: null }),
    ...{ 'orders.acceptPhone': release, 'claims.open': report },
  })
  expect((await panel('Where it stands')).getByText(/^The buyer’s account is suspended/)).toBeVisible()
  await press('Release the money')
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Release the money' }),
  )
  await vi.waitFor(() => expect(release).toHaveBeenCalledWith(expect.objectContaining({ orderId: order.id })))
  await press('Report a problem for the buyer')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText('What is wrong?'), 'It does not work')
  await userEvent.type(dialog.getByLabelText('Describe the problem'), 'It stays black')
  await userEvent.click(dialog.getByLabelText(/^All of the money back/))
  await userEvent.click(dialog.getByRole('button', { name: 'Report the problem' }))
  expect(await screen.findByText('The case is yours to decide')).toBeInTheDocument()
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ orderId: order.id, text: 'It stays black' }))
})

it('a disputed order has its case: the bank’s reason, until when it is answered, and what was sent; post and meeting too', async () => {
  const order = orderDetails({
    ...{ state: 'HANDED_OVER', ending: 'HANDED_OVER', viewer: 'admin', contact: null, hasCase: true, disputed: true },
    ...{ meetingPlace: 'Central Library', meetingTime: CLAIMED, can: [] },
  })
  const answer = {
    ...{ id: '0190a000-0000-7000-8000-0000000000f2', state: 'SENT' as const, answeredBy: 'Alex Admin' },
    ...{ note: 'They met at the library', requestedAt: DENIED, sentAt: DENIED },
  }
  const dispute = {
    ...{ id: '0190a000-0000-7000-8000-0000000000f1', amountCents: 24_999, state: 'NEEDS_RESPONSE' as const },
    ...{ reason: 'product_not_received', openedAt: CLAIMED, dueAt: DECIDED, closedAt: null, answers: [answer] },
  } satisfies Case['disputes'][number]
  open({ 'cases.byOrder': () => story({ order, handover: null, disputes: [dispute] }) })
  await screen.findByRole('heading', { name: 'The bank' })
  const bank = await panel('The bank')
  expect(bank.getByText('product not received')).toBeVisible()
  expect(bank.getByText('Waits for the market’s answer')).toBeVisible()
  expect(bank.getByText(exactMoment(DECIDED))).toBeVisible()
  expect(bank.getByText(/^Sent by Alex Admin/)).toHaveTextContent('“They met at the library”')
  const meeting = await panel('The meeting')
  expect(meeting.getByText('Central Library')).toBeVisible()
  expect(meeting.getByText(exactMoment(CLAIMED))).toBeVisible()
  expect((await panel('The post')).getByText('Battery at 91 %, one scratch.')).toBeVisible()
})

it('says of a silent buyer until when they were asked', async () => {
  const order = orderDetails({ ...undecided, handoverDeniedAt: null, events: [events[0]] })
  open({ 'cases.byOrder': () => story({ order }) })
  const handover = await panel('The handover')
  expect(handover.getByText('The buyer did not answer by')).toBeVisible()
  expect(handover.getByText(exactMoment(undecided.answerDueAt))).toBeVisible()
})
