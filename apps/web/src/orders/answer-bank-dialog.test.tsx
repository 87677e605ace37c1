import type { DisputeEvidenceOutput } from '@second-ring/contracts/payments/dispute-evidence'
import type { OpenMoney } from '@second-ring/contracts/payments/open-money'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openApp } from '#testing/open-app.tsx'

const at = '2026-01-05T12:00:00.000Z'
const disputed: OpenMoney = {
  kind: 'disputed',
  id: 'dispute',
  paymentId: 'payment',
  orderId: 'order',
  transactionId: 'pi_123',
  amountCents: 24_999,
  productName: 'Pixel 8',
  buyerName: 'Ben Buyer',
  sellerId: 'seller',
  sellerName: 'Nia Cole',
  state: 'NEEDS_RESPONSE',
  reason: 'product_not_received',
  since: at,
  dueAt: at,
}
const evidence: DisputeEvidenceOutput['evidence'] = [
  { part: 'product', text: 'Pixel 8, a second-hand phone' },
  { part: 'handedOver', text: 'The seller entered the six-digit code' },
]
const waiting: DisputeEvidenceOutput = {
  id: 'dispute',
  orderId: 'order',
  productName: 'Pixel 8',
  amountCents: 24_999,
  state: 'NEEDS_RESPONSE',
  reason: 'product_not_received',
  dueAt: at,
  evidence,
  answers: [],
}

let dispute: DisputeEvidenceOutput
let item: OpenMoney
const submit = vi.fn((_: { disputeId: string; note: string }) => ({ answerId: 'answer' }))

beforeEach(() => {
  dispute = waiting
  item = disputed
  vi.clearAllMocks()
})

function visit() {
  openApp({
    path: '/dashboard/Money',
    role: 'ADMIN',
    answers: {
      'payments.open': () => ({ items: [item], nextCursor: null }),
      'payments.summary': () => ({
        open: { owed: 0, failed: 0, pending: 0, disputed: 1, unmatched: 0 },
        lostCents: 0,
        lastCheck: null,
      }),
      'payments.disputeEvidence': () => dispute,
      'payments.submitEvidence': submit,
    },
  })
}

async function open(button: string) {
  visit()
  await userEvent.click(await screen.findByRole('button', { name: button }))
  return within(await screen.findByRole('dialog', { name: 'Answer the bank' }))
}

describe('the answer to the bank', () => {
  it('shows what is put together and until when, and sends it with what the admin adds', async () => {
    const dialog = await open('Answer the bank')
    expect(await dialog.findByText('The seller entered the six-digit code')).toBeVisible()
    expect(dialog.getByText(/^Answer by .*It can be sent once\.$/)).toBeVisible()
    await userEvent.type(dialog.getByLabelText('What you add'), 'They met on Monday')
    await userEvent.click(dialog.getByRole('button', { name: 'Send it to the bank' }))
    expect(await screen.findByText('The answer goes to the bank')).toBeInTheDocument()
    expect(submit).toHaveBeenCalledWith(expect.objectContaining({ disputeId: 'dispute', note: 'They met on Monday' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('keeps what was typed when it could not be sent', async () => {
    submit.mockImplementation(() => {
      throw new Error('away')
    })
    const dialog = await open('Answer the bank')
    await userEvent.type(await dialog.findByLabelText('What you add'), 'They met')
    await userEvent.click(dialog.getByRole('button', { name: 'Send it to the bank' }))
    expect(await dialog.findByText(/Nothing you typed is lost/)).toBeVisible()
    expect(dialog.getByLabelText('What you add')).toHaveValue('They met')
  })

  it('that was sent is shown as it was sent, and is not sent again', async () => {
    item = { ...disputed, state: 'UNDER_REVIEW' }
    dispute = {
      ...waiting,
      state: 'UNDER_REVIEW',
      evidence: null,
      answers: [
        {
          ...{ id: 'answer', state: 'SENT', note: 'They met on Monday', answeredBy: 'Ada Admin' },
          ...{ evidence: evidence ?? [], requestedAt: at, sentAt: at, rejection: null },
        },
      ],
    }
    const dialog = await open('What the bank was answered')
    const sent = within(await dialog.findByRole('region', { name: 'Sent to the bank' }))
    expect(sent.getByText('They met on Monday')).toBeVisible()
    expect(sent.getByText('The seller entered the six-digit code')).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Send it to the bank' })).not.toBeInTheDocument()
  })

  it('says so when nothing was sent and nothing can be', async () => {
    dispute = { ...waiting, evidence: null }
    const dialog = await open('Answer the bank')
    expect(await dialog.findByText('The bank was not answered, and takes no answer now.')).toBeVisible()
  })
})
