import { DomainError } from '@second-ring/contracts/errors'
import { createMarket, ManualClock, type Market } from '@second-ring/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { forgetContacts } from '#orders/forget-contacts.ts'
import { sendReminders } from '#orders/reminders.ts'
import { sendEvidence } from './send-evidence.ts'
import { paidOrder } from './testing/paid-order.ts'

let market: Market
let adminId: string
beforeAll(async () => {
  market = await createMarket({ webhooks: false, cardsClock: new ManualClock() })
  adminId = (await market.user({ role: 'ADMIN', name: 'Ada Admin' })).id
})
afterAll(() => market.close())
afterEach(async () => {
  const { submitEvidence } = originals
  market.platform.cardPayments.submitEvidence = submitEvidence
  expect((await market.checkLedger()).join('\n')).toBe('')
})
let originals: Pick<Market['platform']['cardPayments'], 'submitEvidence'>
beforeAll(() => {
  originals = { submitEvidence: market.platform.cardPayments.submitEvidence }
})

/** A deal whose buyer has met the seller, given the code, and gone to their bank. */
async function disputed({ status }: { status?: 'warning_needs_response' } = {}) {
  const order = await paidOrder(market)
  const { orderId } = order
  await order.buyer.orders.addNote({ orderId, text: 'I come by bike' })
  await order.seller.orders.addNote({ orderId, text: 'See you there' })
  const { handoverCode } = await order.buyer.orders.details({ orderId })
  await order.seller.orders.handOver({ orderId, code: handoverCode ?? '' })
  const providerId = await market.card.dispute(order.intentId, {
    reason: 'product_not_received',
    ...(status && { status }),
  })
  await order.settle()
  const { id: disputeId } = await market.database.dispute.findUniqueOrThrow({ where: { providerId } })
  const admin = market.as(adminId)
  return {
    ...order,
    ...{ admin, disputeId, providerId },
    preview: () => admin.payments.disputeEvidence({ disputeId }),
    submit: (note = '') => admin.payments.submitEvidence({ disputeId, note }),
  }
}

const textOf = ({ evidence }: { evidence: { part: string; text: string }[] | null }, part: string) =>
  evidence?.find(one => one.part === part)?.text ?? ''

describe('the evidence for a bank', () => {
  it('is put together from the deal: phone, buyer, meeting, code, notes and policy', async () => {
    const order = await disputed()
    await market.runJobs()
    const preview = await order.preview()
    expect(preview).toMatchObject({
      orderId: order.orderId,
      productName: 'Aurora 12',
      amountCents: 20_000,
      state: 'NEEDS_RESPONSE',
      reason: 'product_not_received',
      dueAt: expect.any(String),
      answers: [],
    })
    const buyer = await market.database.user.findUniqueOrThrow({ where: { id: order.buyerId } })
    expect([textOf(preview, 'buyerName'), textOf(preview, 'buyerEmail')]).toEqual([buyer.name, buyer.email])
    expect(textOf(preview, 'product')).toMatch(/^Aurora 12, a second-hand phone in .* condition, for \$200/)
    expect(textOf(preview, 'handedOver')).toMatch(/UTC: The seller entered the six-digit code/)
    expect(textOf(preview, 'refundPolicy')).toMatch(/within 14 days is refunded in full/)
    const deal = textOf(preview, 'deal')
    const row = await market.database.order.findUniqueOrThrow({ where: { id: order.orderId } })
    for (const said of [
      `Agreed meeting: ${row.meetingPlace}`,
      'The buyer booked the phone.',
      `The buyer paid $200 by card (${order.intentId}).`,
      'The buyer wrote: I come by bike',
      'The seller wrote: See you there',
      'only the buyer is shown',
    ]) {
      expect(deal).toContain(said)
    }
    expect(deal).not.toContain(row.phone)
  })

  it('is sent once, as it was shown, with what the admin adds; the bank has it then', async () => {
    const order = await disputed()
    const { evidence } = await order.preview()
    const { answerId } = await order.submit('They met on Monday')
    expect((await order.states()).at(-1)).toBe('UNDER_REVIEW')
    const after = await order.preview()
    expect(after).toMatchObject({
      evidence: null,
      answers: [{ id: answerId, state: 'SENT', evidence, note: 'They met on Monday', answeredBy: 'Ada Admin' }],
    })
    const sent = await market.card.findDispute(order.providerId)
    expect(sent).toMatchObject({
      status: 'under_review',
      metadata: { answer: answerId },
      evidence: { uncategorized_text: 'They met on Monday', access_activity_log: textOf({ evidence }, 'deal') },
      evidence_details: { has_evidence: true, submission_count: 1 },
    })
    await expect(order.submit()).rejects.toMatchObject({ code: 'CONFLICT' })
    await sendEvidence(market.platform, { answerId })
    expect((await market.card.findDispute(order.providerId)).evidence_details.submission_count).toBe(1)
    const entry = { where: { action: 'payment.submit-evidence', subjectId: order.paymentId } }
    expect(await market.database.auditEntry.findMany(entry)).toMatchObject([{ actorId: adminId }])
    await market.card.bank.decideDispute(order.providerId, 'win')
    await order.settle()
    expect((await order.states()).at(-1)).toBe('WON')
  })

  it('of an inquiry is another than that of the claim which follows', async () => {
    const order = await disputed({ status: 'warning_needs_response' })
    await order.submit('Of the inquiry')
    await expect(order.submit('Again')).rejects.toMatchObject({ code: 'CONFLICT' })
    await market.card.bank.decideDispute(order.providerId, 'escalate')
    await order.settle()
    await order.submit('Of the claim')
    expect((await order.preview()).answers.map(({ note }) => note)).toEqual(['Of the claim', 'Of the inquiry'])
  })

  it('is sent by the job when the provider is away, and once though its answer was lost', async () => {
    const order = await disputed()
    const { submitEvidence } = originals
    market.platform.cardPayments.submitEvidence = async evidence => {
      await submitEvidence(evidence)
      throw new DomainError('PROVIDER_UNAVAILABLE', 'Away')
    }
    await order.submit('Met on Monday')
    expect((await order.preview()).answers).toMatchObject([{ state: 'REQUESTED', sentAt: null }])
    await expect(order.submit()).rejects.toMatchObject({ code: 'CONFLICT' })
    market.platform.cardPayments.submitEvidence = submitEvidence
    await market.runJobs()
    expect((await order.preview()).answers).toMatchObject([{ state: 'SENT', sentAt: expect.any(String) }])
    expect((await market.card.findDispute(order.providerId)).evidence_details.submission_count).toBe(1)
  })

  it('that the provider does not take is rejected: the admins are notified', async () => {
    const order = await disputed()
    await market.card.bank.decideDispute(order.providerId, 'review')
    const before = await order.notifications(adminId)
    await order.submit('Too late')
    expect((await order.preview()).answers).toMatchObject([{ state: 'REJECTED', rejection: 'under_review' }])
    expect(await order.notifications(adminId)).toEqual([...before, 'disputed'].toSorted())
  })

  it('is not sent once its time is over', async () => {
    const order = await disputed()
    await market.database.$executeRaw`
      UPDATE disputes SET due_at = now() - interval '1 second' WHERE id = ${order.disputeId}::uuid`
    await expect(order.submit()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The time to answer the bank is over.',
    })
    expect((await order.preview()).evidence).toBeNull()
    expect(await market.database.disputeAnswer.count({ where: { disputeId: order.disputeId } })).toBe(0)
  })

  it('reminds the admins three days before its time is over, unless they have answered', async () => {
    const [waiting, answered] = [await disputed(), await disputed()]
    await answered.submit()
    await market.database.$executeRaw`UPDATE disputes SET due_at = now() + interval '2 days'`
    for (let again = 0; again < 2; again += 1) await sendReminders(market.platform)
    const reminders = await market.database.notice.findMany({
      where: {
        userId: adminId,
        message: { startsWith: 'Answer the bank' },
        orderId: { in: [waiting.orderId, answered.orderId] },
      },
    })
    expect(reminders.map(({ orderId }) => orderId)).toEqual([waiting.orderId])
  })

  it('is forgotten with the account of a side, once the dispute is over', async () => {
    const order = await disputed()
    await order.submit('Met on Monday')
    await order.admin.accounts.removeUser({ userId: order.buyerId })
    await forgetContacts(market.platform)
    expect((await order.preview()).answers[0]?.evidence).not.toEqual([])
    await market.card.bank.decideDispute(order.providerId, 'lose')
    await order.settle()
    await forgetContacts(market.platform)
    expect((await order.preview()).answers).toMatchObject([{ evidence: [], note: 'Met on Monday' }])
  })
})

it.each(['BUYER', 'SELLER'] as const)('refuses the wrong role: a %s answers no bank', async role => {
  const order = await disputed()
  const { id } = await market.user({ role })
  const payments = market.as(role === 'BUYER' ? order.buyerId : id).payments
  await expect(payments.submitEvidence({ disputeId: order.disputeId, note: '' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(payments.disputeEvidence({ disputeId: order.disputeId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('knows no dispute that is not there', async () => {
  const disputeId = '018f0000-0000-7000-8000-000000000009'
  const { payments } = market.as(adminId)
  await expect(payments.disputeEvidence({ disputeId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(payments.submitEvidence({ disputeId, note: '' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
