import type { Deal } from '@second-ring/contracts/earnings/earnings'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import type { OrderMoneyOutput } from '@second-ring/contracts/payments/order-money'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claim } from '#testing/claim.ts'
import { listingPage } from '#testing/listing-page.ts'
import { type Answers, openApp, refusal } from '#testing/open-app.tsx'
import { orderDetails } from '#testing/order-details.ts'
import { exactMoment } from '#ui/moment.tsx'

const idempotencyKey = expect.any(String)
let order: OrderDetails
let money: OrderMoneyOutput
beforeEach(() => {
  order = orderDetails()
  money = { payments: [], receipts: [] }
})

const open = (answers: Answers = {}) =>
  openApp({
    path: `/dashboard/orders/${order.id}`,
    role: order.viewer === 'seller' ? 'SELLER' : order.viewer === 'admin' ? 'ADMIN' : 'BUYER',
    answers: { 'orders.details': () => order, 'payments.ofOrder': () => money, ...answers },
  })

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const panel = async (name: string) => {
  const section = (await screen.findByRole('heading', { name })).closest('section')
  if (!section) throw new Error(`${name} is no panel`)
  return within(section)
}

const paid = {
  state: 'PAID',
  handoverDueAt: '2026-02-01T12:00:00.000Z',
  handoverCode: '123456',
} as const satisfies Partial<OrderDetails>

describe('An order that is not paid', () => {
  it('tells its buyer until when it is held, whom to meet where, and how to pay', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Order: Pixel 8' })).toBeVisible()
    expect(document.title).toBe('Order | Second Ring')
    expect(screen.getByText(/^The phone is held for you until January 7, 2026/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Pay' })).toHaveAttribute('href', `/dashboard/payment/${order.id}`)
    expect(screen.getByText('Nia Cole')).toBeVisible()
    expect((await panel('The meeting')).getByText('Central Library')).toBeVisible()
    expect((await panel('The meeting')).getByText('Not agreed yet')).toBeVisible()
  })

  it('is cancelled after a question', async () => {
    const cancel = vi.fn(() => {
      order = orderDetails({ state: 'CANCELLED', ending: 'CANCELLED_BY_BUYER', can: [] })
      return { orderId: order.id }
    })
    open({ 'orders.cancel': cancel })
    await press('Cancel booking')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }))
    expect(await screen.findByText('You cancelled the booking.')).toBeVisible()
    expect(cancel).toHaveBeenCalledOnce()
  })

  it('is cancelled under one key when the first try got no answer', async () => {
    const keys: string[] = []
    open({
      'orders.cancel': ({ idempotencyKey: key }: { idempotencyKey: string }) => {
        keys.push(key)
        if (keys.length === 1) throw refusal('Try again in a minute.', 'UNAVAILABLE', 503)
        order = orderDetails({ state: 'CANCELLED', ending: 'CANCELLED_BY_BUYER', can: [] })
        return { orderId: order.id }
      },
    })
    await press('Cancel booking')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }))
    expect(await screen.findByText('Try again in a minute.')).toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }))
    expect(await screen.findByText('You cancelled the booking.')).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
  })

  it('stays under the question while the answer is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    open({ 'orders.cancel': () => promise })
    await press('Cancel booking')
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel booking' }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
    expect(screen.getByRole('alertdialog')).toBeVisible()
    order = orderDetails({ state: 'CANCELLED', ending: 'CANCELLED_BY_BUYER', can: [] })
    resolve({ orderId: order.id })
    expect(await screen.findByText('You cancelled the booking.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  })

  it('is released by its seller with a reason, which is kept when it fails', async () => {
    order = orderDetails({ viewer: 'seller', can: ['release'] })
    const release = vi.fn(({ reason }: { reason: string }) => {
      if (release.mock.calls.length === 1) throw refusal('Try again in a minute.', 'UNAVAILABLE', 503)
      order = orderDetails({ viewer: 'seller', state: 'CANCELLED', ending: 'RELEASED', endReason: reason, can: [] })
      return { orderId: order.id }
    })
    open({ 'orders.release': release })
    await press('Release the booking')
    await userEvent.type(await screen.findByLabelText('Reason'), 'Nobody answers the phone')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Release the booking' }))
    expect(await screen.findByText(/Try again in a minute. Nothing you typed is lost./)).toBeVisible()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Release the booking' }))
    expect(await screen.findByText('Reason: Nobody answers the phone')).toBeVisible()
  })
})

describe('The case about an order', () => {
  it('is a link away, where there is one for the reader', async () => {
    order = orderDetails({ ...paid, viewer: 'admin', contact: null, can: [], hasCase: true })
    open()
    const link = await screen.findByRole('link', { name: 'See its case' })
    expect(link).toHaveAttribute('href', `/dashboard/cases/${order.id}`)
  })

  it('is none otherwise', async () => {
    order = orderDetails({ ...paid, viewer: 'admin', contact: null, can: [] })
    open()
    await screen.findByRole('heading', { name: 'Where it stands' })
    expect(screen.queryByRole('link', { name: 'See its case' })).toBeNull()
  })
})

describe('The meeting', () => {
  const proposal = {
    id: 'proposal',
    by: 'seller',
    meetingPlace: 'Town Hall',
    meetingTime: '2026-01-06T17:30:00.000Z',
    proposedAt: '2026-01-05T13:00:00.000Z',
  } as const

  it('is moved when the other side accepts', async () => {
    order = orderDetails({ proposal, can: ['acceptProposal', 'declineProposal'] })
    const accept = vi.fn(() => {
      const { meetingPlace, meetingTime } = proposal
      const changed = {
        kind: 'meeting-changed',
        at: '2026-01-05T14:00:00.000Z',
        by: 'buyer',
        reason: meetingPlace,
      } as const
      order = orderDetails({ meetingPlace, meetingTime, events: [{ ...changed, meetingTime }] })
      return { proposalId: proposal.id }
    })
    open({ 'orders.acceptProposal': accept })
    expect(await screen.findByText('Nia Cole proposes:')).toBeVisible()
    await press('Accept')
    expect(await screen.findByText('Accepted: this is where you meet')).toBeInTheDocument()
    expect((await panel('The meeting')).queryByText('Central Library')).toBeNull()
    expect(
      (await panel('What has happened')).getByText(`Town Hall, ${exactMoment(proposal.meetingTime)}`),
    ).toBeVisible()
    expect(accept).toHaveBeenCalledWith({ orderId: order.id, proposalId: 'proposal', idempotencyKey })
  })

  it('gives the focus of an answered proposal to the page’s heading', async () => {
    order = orderDetails({ proposal, can: ['acceptProposal', 'declineProposal'] })
    open({
      'orders.declineProposal': () => {
        order = orderDetails()
        return { proposalId: proposal.id }
      },
    })
    const decline = await screen.findByRole('button', { name: 'Decline' })
    decline.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(decline).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('announces a proposal in a region that was there before it', async () => {
    const propose = vi.fn(() => {
      order = orderDetails({ proposal: { ...proposal, by: 'buyer' }, can: ['withdrawProposal', 'proposeMeeting'] })
      return { proposalId: proposal.id }
    })
    open({ 'orders.proposeMeeting': propose })
    const region = await (await panel('The meeting')).findByRole('status')
    expect(region).toBeEmptyDOMElement()
    await press('Propose another place or time')
    await press('Propose')
    await waitFor(() => expect(region).toHaveTextContent('You propose:'))
  })

  it('is proposed elsewhere, at a time to come', async () => {
    const propose = vi.fn(() => ({ proposalId: 'proposal' }))
    open({ 'orders.proposeMeeting': propose })
    await press('Propose another place or time')
    const place = await screen.findByLabelText('Meeting location')
    await userEvent.clear(place)
    await userEvent.type(place, 'Town Hall')
    await userEvent.type(screen.getByLabelText('Date and time'), '2020-01-01T10:00')
    await press('Propose')
    expect(await screen.findByText('Choose a time in the future')).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Date and time'))
    await press('Propose')
    expect(await screen.findByText('Proposed. The other side is asked.')).toBeInTheDocument()
    expect(propose).toHaveBeenCalledWith({
      orderId: order.id,
      meetingPlace: 'Town Hall',
      meetingTime: null,
      idempotencyKey,
    })
  })
})

describe('A note', () => {
  it('is sent to the other side, and stays when it fails', async () => {
    const add = vi.fn(({ text }: { text: string }) => {
      if (add.mock.calls.length === 1) throw refusal('Try again in a minute.', 'UNAVAILABLE', 503)
      order = orderDetails({ notes: [{ id: 'n', by: 'buyer', text, writtenAt: new Date().toISOString() }] })
      return { noteId: 'n' }
    })
    open({ 'orders.addNote': add })
    const field = await screen.findByLabelText('A note to the seller')
    await userEvent.type(field, 'I wear a red hat')
    await press('Send note')
    expect(await screen.findByText(/Nothing you typed is lost/)).toBeVisible()
    expect(field).toHaveValue('I wear a red hat')
    await press('Send note')
    expect(await screen.findByText('I wear a red hat', { selector: 'li p' })).toBeVisible()
    expect(field).toHaveValue('')
  })
})

describe('A note that was not sent, for there was no connection', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('says so until the connection is back, and keeps what was typed', async () => {
    const addNote = vi.fn(() => ({ noteId: order.id }))
    open({ 'orders.addNote': addNote })
    const note = await screen.findByLabelText('A note to the seller')
    await userEvent.type(note, 'I come by tram')
    act(() => onlineManager.setOnline(false))
    await press('Send note')
    expect(await screen.findByText(/^You are offline, and nothing was sent/)).toBeVisible()
    act(() => onlineManager.setOnline(true))
    await waitFor(() => expect(screen.queryByText(/nothing was sent/)).toBeNull())
    expect(note).toHaveValue('I come by tram')
    expect(addNote).not.toHaveBeenCalled()
  })

  it('says as long as before what the server has rejected', async () => {
    open({
      'orders.addNote': () => {
        throw refusal('You have written enough notes.', 'CONFLICT', 409)
      },
    })
    await userEvent.type(await screen.findByLabelText('A note to the seller'), 'I come by tram')
    await press('Send note')
    expect(await screen.findByText(/^You have written enough notes/)).toBeVisible()
    act(() => onlineManager.setOnline(false))
    act(() => onlineManager.setOnline(true))
    expect(screen.getByText(/^You have written enough notes/)).toBeVisible()
  })
})

describe('A note that is on its way', () => {
  it('takes nothing away of what is typed meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const add = vi.fn(() => promise)
    open({ 'orders.addNote': add })
    const field = await screen.findByLabelText('A note to the seller')
    await userEvent.type(field, 'I wear a red hat')
    await press('Send note')
    await waitFor(() => expect(add).toHaveBeenCalledOnce())
    await userEvent.type(field, ' and come by tram')
    resolve({ noteId: 'n' })
    await waitFor(() => expect(field).toHaveValue('and come by tram'))
  })
})

describe('An order that is paid', () => {
  it('puts the focus on the heading when the other side takes away what had it', async () => {
    order = orderDetails({ ...paid, can: ['renewHandoverCode', 'confirmHandover'] })
    const { queryClient } = open()
    const button = await screen.findByRole('button', { name: 'I have the phone' })
    button.focus()
    order = orderDetails({ state: 'HANDED_OVER', ending: 'HANDED_OVER', can: [] })
    await queryClient.invalidateQueries()
    await waitFor(() => expect(button).not.toBeInTheDocument())
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('shows its buyer the code and until when the phone must be handed over', async () => {
    order = orderDetails({ ...paid, can: ['renewHandoverCode', 'confirmHandover'] })
    open()
    expect(await screen.findByText(/not handed over by February 1, 2026.*the money goes back/)).toBeVisible()
    await press('Show the handover code')
    expect(await screen.findByText('123456')).toBeVisible()
  })

  it('shows its buyer no void code, and the way to a new one', async () => {
    order = orderDetails({ ...paid, codeUsedUp: true, can: ['renewHandoverCode', 'confirmHandover'] })
    const renew = vi.fn(() => {
      order = orderDetails({ ...paid, handoverCode: '654321', can: ['renewHandoverCode', 'confirmHandover'] })
      return { handoverCode: '654321' }
    })
    open({ 'orders.renewHandoverCode': renew })
    expect(await screen.findByText(/yours does not work any more\. Make a new one when you meet\.$/)).toBeVisible()
    await press('Make a new code')
    await press('New code')
    expect(await screen.findByText('654321')).toBeVisible()
    expect(renew).toHaveBeenCalledOnce()
    expect(screen.queryByText('123456')).toBeNull()
  })

  it('asks its seller for no code while the buyer is asked whether they have the phone', async () => {
    const claimed = { handoverClaimedAt: '2026-01-20T12:00:00.000Z', answerDueAt: '2999-01-23T12:00:00.000Z' }
    order = orderDetails({ ...paid, ...claimed, viewer: 'seller', can: ['handOver', 'refund'] })
    open()
    expect(await screen.findByRole('button', { name: 'Refund the buyer' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Enter the buyer’s code' })).toBeNull()
  })

  it('asks the buyer when the seller says that it was handed over without the code', async () => {
    order = orderDetails({
      ...paid,
      handoverClaimedAt: '2026-01-20T12:00:00.000Z',
      answerDueAt: '2999-01-23T12:00:00.000Z',
      can: ['confirmHandover', 'denyHandover'],
    })
    const confirm = vi.fn(() => {
      order = orderDetails({ state: 'HANDED_OVER', ending: 'HANDED_OVER', can: [] })
      return { orderId: order.id }
    })
    open({ 'orders.confirmHandover': confirm })
    expect(await screen.findByText(/^The seller says that you have the phone. Is that so\?/)).toBeVisible()
    await press('I have the phone')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'I have it' }))
    expect(await screen.findByText('You have the phone.')).toBeVisible()
  })

  it('offers no code while the buyer is asked, and says how long they have', async () => {
    order = orderDetails({
      ...paid,
      handoverClaimedAt: '2026-01-20T12:00:00.000Z',
      answerDueAt: '2999-01-23T12:00:00.000Z',
      can: ['renewHandoverCode', 'confirmHandover', 'denyHandover'],
    })
    open()
    expect(await screen.findByRole('button', { name: 'I do not have the phone' })).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/days .* left$/)
    expect(screen.queryByRole('button', { name: 'Show the handover code' })).toBeNull()
  })

  it('says that a bank decides, and gives no code away meanwhile', async () => {
    order = orderDetails({ ...paid, disputed: true, can: ['renewHandoverCode', 'addNote'] })
    open()
    expect(await screen.findByText(/^Your bank is looking into this payment/)).toBeVisible()
    expect(screen.queryByText(/the money goes back/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show the handover code' })).toBeNull()
  })

  it('is decided by an admin with a reason once the two disagree', async () => {
    order = orderDetails({
      ...paid,
      viewer: 'admin',
      contact: null,
      handoverClaimedAt: '2026-01-20T12:00:00.000Z',
      handoverDeniedAt: '2999-01-21T12:00:00.000Z',
      answerDueAt: '2026-01-23T12:00:00.000Z',
      can: ['decideHandover', 'refund'],
    })
    const decide = vi.fn(() => {
      const ending = { state: 'REFUNDED', ending: 'REFUNDED_BY_ADMIN', endReason: 'No receipt' } as const
      order = orderDetails({ viewer: 'admin', contact: null, ...ending, can: [] })
      return { orderId: order.id }
    })
    open({ 'orders.decideHandover': decide })
    expect(await screen.findByText(/^The seller says .* You decide, by .*\.$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refund the buyer' })).toBeNull()
    await press('Decide: refund the buyer')
    expect(await screen.findByRole('dialog')).toHaveAccessibleDescription(/ and the phone’s post is removed\./)
    await userEvent.type(await screen.findByLabelText('Reason'), 'No receipt')
    await press('Refund the buyer')
    expect(await screen.findByText('An admin refunded this order.')).toBeVisible()
    expect(decide).toHaveBeenCalledWith({
      orderId: order.id,
      outcome: 'REFUNDED',
      reason: 'No receipt',
      idempotencyKey,
    })
    expect(screen.queryByText('+1 555 0199')).toBeNull()
  })

  it.each([
    ['REFUNDED', 'REFUNDED_BY_ADMIN'],
    ['CANCELLED', 'RELEASED'],
  ] as const)('%s has no link to a phone that is gone', async (state, ending) => {
    order = orderDetails({ state, ending, can: [] })
    open({
      'listings.get': () => {
        throw refusal('This listing is no longer there.', 'NOT_FOUND', 404)
      },
    })
    expect(await screen.findByText('The phone has left the shop')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'See the phone' })).toBeNull()
  })

  it.each([
    ['that is for sale again', { state: 'REFUNDED', ending: 'REFUNDED_BY_SELLER', can: [] }],
    ['that is held', {}],
  ] as const)('has a link to a phone %s', async (_, changes) => {
    order = orderDetails({ ...changes, can: [] })
    open({ 'listings.get': () => listingPage })
    expect(await screen.findByRole('link', { name: 'See the phone' })).toHaveAttribute(
      'href',
      `/listings/${order.listingId}`,
    )
  })

  it('tells where the money is', async () => {
    const at = '2026-01-20T12:00:00.000Z'
    order = orderDetails({ state: 'REFUNDED', ending: 'REFUNDED_BY_SELLER', endReason: 'It fell', can: [] })
    const refund = { amountCents: 24_999, reason: 'It fell', dueAt: at, requestedAt: at, changedAt: at }
    money = {
      receipts: ['RECEIPT'],
      payments: [
        {
          id: 'payment',
          transactionId: 'pi_123',
          amountCents: 24_999,
          state: 'SUCCEEDED',
          startedAt: at,
          paidAt: at,
          owedCents: 0,
          refunds: [
            { id: 'b', state: 'PENDING', ...refund },
            { id: 'a', state: 'FAILED', ...refund },
          ],
          disputes: [],
        },
      ],
    }
    open()
    const receipt = await panel('Receipt')
    expect(receipt.getByText('pi_123')).toBeVisible()
    expect(receipt.getByText(/is on its way back to the card/)).toBeVisible()
    expect(receipt.getByText(/could not be sent back to the card/)).toBeVisible()
    expect(receipt.getByRole('button', { name: 'Print' })).toBeVisible()
  })

  it('is not called refunded while its refund failed, and leads an admin to what can be done', async () => {
    const refunded = { state: 'REFUNDED', ending: 'REFUNDED_BY_SELLER', refund: 'failed' } as const
    order = orderDetails({ ...refunded, viewer: 'admin', can: [] })
    const at = '2026-01-06T12:00:00.000Z'
    const payment = { id: 'payment', transactionId: 'pi_123', amountCents: 24_999, state: 'SUCCEEDED' } as const
    money = {
      receipts: ['RECEIPT'],
      payments: [{ ...payment, startedAt: at, paidAt: at, owedCents: 24_999, refunds: [], disputes: [] }],
    }
    open()
    expect(await screen.findByText('Refund failed: we are on it')).toBeVisible()
    expect(screen.queryByText('Refunded')).toBeNull()
    const link = (await panel('Payment')).getByRole('link', { name: 'See what you can do under Money' })
    expect(link).toHaveAttribute('href', '/dashboard/Money?kind=failed')
  })
})

describe('An order that was handed over', () => {
  const handedOver: Partial<OrderDetails> = {
    state: 'HANDED_OVER',
    ending: 'HANDED_OVER',
    protectedUntil: '2999-11-29T14:00:00.000Z',
    can: [],
  }

  it('says until when its buyer can report a problem, and asks before the money is released', async () => {
    order = orderDetails({ ...handedOver, can: ['acceptPhone', 'addNote'] })
    const accept = vi.fn(() => {
      order = orderDetails({ ...handedOver, state: 'RELEASED', releasedAt: '2026-01-28T12:00:00.000Z' })
      return { orderId: order.id }
    })
    open({ 'orders.acceptPhone': accept })
    expect(
      await screen.findByText(
        /^You have the phone\. Check it\. Until November 29, 2999 at .* then the money is the seller’s\.$/,
      ),
    ).toBeVisible()
    expect(screen.getByRole('timer')).toHaveTextContent(/left$/)
    expect(screen.getByLabelText('A note to the seller')).toBeVisible()
    await press('All fine')
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/The money is released to the seller at once, and this cannot be undone\.$/)).toBeVisible()
    expect(accept).not.toHaveBeenCalled()
    await userEvent.click(dialog.getByRole('button', { name: 'All fine' }))
    expect(await screen.findByText(/^The money was released to the seller on January 28, 2026/)).toBeVisible()
    expect(screen.getByText('Completed')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'All fine' })).toBeNull()
  })

  it.each([
    ['seller', /^The money is yours on November 29, 2999 at .* says that all is fine, unless they report a problem\.$/],
    ['admin', /^The money is the seller’s on November 29, 2999/],
  ] as const)('tells the %s when the money is released', async (viewer, sentence) => {
    order = orderDetails({ ...handedOver, viewer })
    open()
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it.each([
    ['seller', /^The money was released to you on January 28, 2026/],
    ['admin', /^The money was released to the seller on January 28, 2026/],
  ] as const)('tells the %s when it was', async (viewer, sentence) => {
    order = orderDetails({ ...handedOver, viewer, state: 'RELEASED', releasedAt: '2026-01-28T12:00:00.000Z' })
    open()
    expect(await screen.findByText(sentence)).toBeVisible()
  })

  it('says that the money waits while a bank looks into the payment', async () => {
    order = orderDetails({ ...handedOver, disputed: true })
    open()
    expect(await screen.findByText(/^Your bank is looking into this payment\. The money waits/)).toBeVisible()
    expect(screen.queryByRole('timer')).toBeNull()
  })
})

describe('The return of a phone whose code wrong ones have used up', () => {
  const returning = (change: Partial<OrderDetails>, returnCode: string | null = null) =>
    orderDetails({
      ...{ state: 'RETURNING', ending: 'HANDED_OVER', codeUsedUp: true },
      ...change,
      claim: claim({ state: 'RETURNING', answer: 'AGREED', returnCode }),
    })

  it('tells its buyer whom to ask for a new one', async () => {
    order = returning({ can: ['withdrawClaim'] })
    open()
    const problem = await panel('Problem with the phone')
    const words =
      'Too many wrong codes were entered: the seller’s code does not work any more. Ask them to make a new one.'
    expect((await panel('Where it stands')).getByText(words)).toBeVisible()
    expect(problem.getByText(/give the phone back, and enter the new code that they show you/)).toBeVisible()
    expect(problem.queryByRole('button', { name: 'Enter the seller’s code' })).toBeNull()
  })

  it('shows its seller no void code, and makes a new one', async () => {
    order = returning({ viewer: 'seller', can: ['renewReturnCode'] }, '777341')
    const renew = vi.fn(() => {
      order = returning({ viewer: 'seller', codeUsedUp: false, can: ['renewReturnCode'] }, '654321')
      return { returnCode: '654321' }
    })
    open({ 'claims.renewReturnCode': renew })
    expect(
      await screen.findByText(/^The buyer has entered too many wrong codes, and yours does not work/),
    ).toBeVisible()
    expect(screen.queryByText('777341')).toBeNull()
    await press('New code')
    expect(await screen.findByText('654321')).toBeVisible()
    expect(screen.queryByText(/does not work any more\. Make/)).toBeNull()
  })
})

describe('The money of the seller', () => {
  const at = '2026-02-03T12:00:00.000Z'
  const deal = (change: Partial<Deal>): Deal => ({
    ...{ orderId: order.id, productName: 'Pixel 8', buyerName: 'Ben Buyer' },
    ...{ priceCents: 20_000, returnedCents: 0, feeCents: 1000, arrivesCents: 19_000, keptCents: 0 },
    ...{ state: 'handed-over', stage: 'HANDED_OVER', expectedAt: null, wait: null, at, disputed: false },
    ...change,
  })
  const seller: Partial<OrderDetails> = { ...paid, viewer: 'seller', can: [] }

  it.each([
    ['PAID', { state: 'paid', stage: 'PAID' }, `You get $190.HeldHand the phone over by ${exactMoment(at)}`],
    ['RELEASED', { state: 'on-its-way' }, `You get $190.On its waySent on ${exactMoment(at)}`],
    [
      'RELEASED',
      { state: 'waiting', wait: { until: 'next-payout', at: null, failure: 'your bank account is closed.' } },
      `You get $190.WaitsSent to our payment provider on ${exactMoment(at)}. It did not reach your bank: your bank account is closed. It is sent again with the next payout, soon.`,
    ],
    [
      'PAID',
      { state: 'paid', stage: 'PAID', disputed: true },
      'You get $190 if the payment stands, and less or nothing if the bank takes it back.HeldDisputedNothing moves until the buyer’s bank has decided',
    ],
    ['REFUNDED', { state: 'refunded', at: null, arrivesCents: 0 }, 'RefundedThe buyer gets the money back'],
  ] as const)('of an order that is %s says where it is, and leads to all earnings', async (state, change, words) => {
    order = orderDetails({ ...seller, state })
    open({ 'earnings.deal': () => deal(change) })
    const money = await panel('Your money')
    const link = await money.findByRole('link', { name: 'See all your earnings' })
    expect(link).toHaveAttribute('href', '/dashboard/earnings')
    expect(link.closest('section')).toHaveTextContent(`Your money${words}See all your earnings`)
  })

  it.each([
    ['PAID', { state: 'paid', stage: 'PAID' }],
    ['HANDED_OVER', { state: 'handed-over' }],
    ['RELEASED', { state: 'ready', expectedAt: '2126-02-05T12:00:00.000Z' }],
    ['RELEASED', { state: 'on-its-way' }],
  ] as const)('of an order that is %s says first that an admin has stopped payouts: %o', async (state, change) => {
    order = orderDetails({ ...seller, state })
    open({
      'earnings.deal': () => deal(change),
      'payouts.account': () => ({ state: 'READY', asks: [], changedAt: null, frozen: true }),
    })
    const text = await screen.findByText(/^An admin has stopped payouts to you/)
    expect(text.closest('section')).toHaveTextContent(/^Your moneyAn admin has stopped payouts to you.*You get \$190/)
    expect(text.closest('section')).not.toHaveTextContent('sends it on')
  })

  it('without a payout account is said to wait for that, and not to be sent on', async () => {
    order = orderDetails({ ...seller, state: 'RELEASED' })
    open({
      'earnings.deal': () => deal({ state: 'ready', expectedAt: '2126-02-05T12:00:00.000Z' }),
      'payouts.account': () => ({ state: 'NONE', asks: [], changedAt: null, frozen: false }),
    })
    const money = await panel('Your money')
    expect(await money.findByText(/^It waits until your payouts are set up\./)).toBeVisible()
    expect(money.getByText(/^Yours since/)).not.toHaveTextContent('sends it on')
  })

  it.each(['paid-out', 'refunded', 'kept'] as const)(
    'says nothing of stopped payouts of money that is %s',
    async state => {
      order = orderDetails({ ...seller, state: 'RELEASED' })
      const account = vi.fn(() => ({ state: 'READY', asks: [], changedAt: null, frozen: true }))
      open({ 'earnings.deal': () => deal({ state }), 'payouts.account': account })
      await (await panel('Your money')).findByRole('link', { name: 'See all your earnings' })
      expect(account).not.toHaveBeenCalled()
      expect(screen.queryByText(/stopped payouts/)).toBeNull()
    },
  )

  it.each<Partial<OrderDetails>>([{ ...seller, state: 'PLACED' }, paid, { ...paid, viewer: 'admin', can: [] }])(
    'is not there before it is paid, nor for others: %o',
    async change => {
      order = orderDetails(change)
      open()
      expect(await screen.findByRole('heading', { name: 'Where it stands' })).toBeVisible()
      expect(screen.queryByRole('heading', { name: 'Your money' })).toBeNull()
    },
  )
})

describe('The fee', () => {
  it('is shown to the seller with what they get', async () => {
    order = orderDetails({ ...paid, viewer: 'seller', priceCents: 20_000, feeCents: 1000, can: [] })
    open()
    const line = 'Second Ring keeps $10 once the money is released. You get $190.'
    expect(await screen.findByText(line)).toBeVisible()
  })

  it('promises its seller nothing while a bank disputes the payment', async () => {
    const sale = { viewer: 'seller', priceCents: 20_000, feeCents: 1000 } as const
    order = orderDetails({ ...paid, ...sale, disputed: true, can: [] })
    open()
    const line = 'Second Ring keeps $10 once the money is released. You get $190 if the payment stands.'
    expect(await screen.findByText(line)).toBeVisible()
  })

  it('is shown with its tax when it includes one', async () => {
    order = orderDetails({ ...paid, viewer: 'seller', priceCents: 20_000, feeCents: 1000, feeTaxCents: 167, can: [] })
    open()
    const line = 'Second Ring keeps $10 including $1.67 tax once the money is released. You get $190.'
    expect(await screen.findByText(line)).toBeVisible()
  })

  it.each([
    ['HANDED_OVER', 1000, 'Second Ring keeps $10 once the money is released. The seller gets $190.'],
    ['RELEASED', 750, 'Second Ring keeps $7.50.'],
    ['PARTLY_REFUNDED', 750, 'Second Ring keeps $7.50 of what was not given back.'],
    ['RELEASED', 0, 'Second Ring keeps nothing.'],
    ['REFUNDED', 1000, 'The phone was not sold, so there is no fee.'],
  ] as const)('is shown to an admin of an order that is %s with %i cents', async (state, feeCents, line) => {
    order = orderDetails({ viewer: 'admin', state, priceCents: 20_000, feeCents, can: [] })
    open()
    expect(await screen.findByText(line)).toBeVisible()
  })

  it('is not shown to the buyer', async () => {
    open()
    expect(await screen.findByText('$249.99')).toBeVisible()
    expect(screen.queryByText(/Second Ring keeps|no fee/)).toBeNull()
  })
})
