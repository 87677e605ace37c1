import { expect, test } from 'vitest'
import { DISPUTE_FEE } from '../balance/record-balance-transaction.ts'
import { type DisputeAct, sandboxControls } from '../controls/sandbox-controls.ts'
import { SETTLED_AFTER_MS } from '../settlements/settled-after.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { type Sandbox, SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'
import { disputeTransitions } from './dispute-states.ts'
import { INQUIRY_TIME_S, RESPONSE_TIME_S } from './dispute-times.ts'

async function start() {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  return { clock, sandbox, stripe: sandbox.stripe, controls: sandboxControls({ ...sandbox, secretKey: SECRET_KEY }) }
}

async function pay({ stripe }: Sandbox, method = 'pm_card_visa') {
  const intent = await stripe.paymentIntents.create({
    amount: 7500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: method,
    confirm: true,
  })
  const disputes = (await stripe.disputes.list({ payment_intent: intent.id })).data
  return { id: intent.id, charge: String(intent.latest_charge), disputes, dispute: disputes[0]?.id ?? '' }
}

async function typesOf({ stripe }: Sandbox) {
  const { data } = await stripe.events.list({ limit: 100 })
  return data.map(({ type }) => type).reverse()
}

test.each([
  ['createDispute', 'fraudulent', 'needs_response', 'chargeback', '10.4'],
  ['createDisputeProductNotReceived', 'product_not_received', 'needs_response', 'chargeback', '13.1'],
  ['createDisputeInquiry', 'fraudulent', 'warning_needs_response', 'inquiry', '10'],
  ['createCe3EligibleDispute', 'fraudulent', 'needs_response', 'chargeback', '10.4'],
  ['createComplianceDispute', 'noncompliant', 'needs_response', 'compliance', '13.1'],
  ['createMastercardComplianceDispute', 'noncompliant', 'needs_response', 'compliance', '4853'],
])('pm_card_%s pays, then is disputed: %s, %s', async (name, reason, status, caseType, code) => {
  const { sandbox, stripe } = await start()
  const { charge, disputes } = await pay(sandbox, `pm_card_${name}`)
  expect(disputes).toMatchObject([
    {
      amount: 7500,
      charge,
      reason,
      status,
      evidence_details: { has_evidence: false, submission_count: 0, past_due: false },
      payment_method_details: { card: { case_type: caseType, network_reason_code: code } },
    },
  ])
  expect((await stripe.charges.retrieve(charge)).disputed).toBe(true)
})

test('0259 pays, then is disputed, loses its funds and cannot be refunded', async () => {
  const { sandbox, stripe } = await start()
  const { id, charge, disputes } = await pay(sandbox, 'pm_card_createDispute')
  expect(disputes[0]?.balance_transactions).toMatchObject([
    { type: 'adjustment', reporting_category: 'dispute', amount: -7500, fee: DISPUTE_FEE, net: -9000 },
  ])
  expect(disputes[0]?.is_charge_refundable).toBe(false)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
    statusCode: 400,
    code: 'charge_disputed',
    message: `Charge ${charge} has been charged back; cannot issue a refund.`,
  })
  expect(await typesOf(sandbox)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.updated',
    'payment_intent.succeeded',
  ])
})

test('0079 is disputed twice', async () => {
  const { sandbox } = await start()
  const { disputes } = await pay(sandbox, 'pm_card_createMultipleDisputes')
  expect(disputes.map(({ reason }) => reason)).toEqual(['product_not_received', 'fraudulent'])
})

test('who proved to be the cardholder does not dispute that as fraud, but may miss the goods', async () => {
  const { sandbox, stripe } = await start()
  const challenged = async (method: string) => {
    const intent = await stripe.paymentIntents.create({
      amount: 7500,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      payment_method: method,
      payment_method_options: { card: { request_three_d_secure: 'challenge' } },
      confirm: true,
    })
    const action = intent.next_action?.use_stripe_sdk as { source: string }
    await fetch(`${sandbox.url}/v3/authentications/${action.source}`, {
      method: 'POST',
      headers: { origin: sandbox.url },
      body: new URLSearchParams({ outcome: 'succeeded' }),
    })
    return (await stripe.disputes.list({ payment_intent: intent.id })).data
  }
  expect(await challenged('pm_card_createDispute')).toEqual([])
  expect(await challenged('pm_card_createDisputeProductNotReceived')).toHaveLength(1)
})

test('winning evidence brings the funds back, and the charge may be refunded again', async () => {
  const { clock, sandbox, stripe } = await start()
  const { id, dispute } = await pay(sandbox, 'pm_card_createDispute')
  const draft = await stripe.disputes.update(dispute, {
    evidence: { customer_name: 'Jane', uncategorized_text: 'She has it' },
    metadata: { order: 'o-1' },
    submit: false,
  })
  expect(draft).toMatchObject({
    status: 'needs_response',
    evidence: { customer_name: 'Jane', uncategorized_text: 'She has it', receipt: null },
    evidence_details: { has_evidence: true, submission_count: 0, submission_method: 'not_submitted' },
    metadata: { order: 'o-1' },
  })
  const submitted = await stripe.disputes.update(dispute, {
    evidence: { customer_name: '', uncategorized_text: 'winning_evidence' },
  })
  expect(submitted).toMatchObject({
    status: 'under_review',
    evidence: { customer_name: null },
    evidence_details: { submission_count: 1, submission_method: 'manual' },
  })
  await expect(stripe.disputes.update(dispute, { evidence: { receipt: 'file_1' } })).rejects.toMatchObject({
    statusCode: 400,
  })
  clock.advance(SETTLED_AFTER_MS)
  const won = await stripe.disputes.retrieve(dispute)
  expect(won).toMatchObject({ status: 'won', is_charge_refundable: true })
  expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-7500, 7500])
  expect((await typesOf(sandbox)).slice(6)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.updated',
    'charge.updated',
    'charge.dispute.funds_reinstated',
    'charge.dispute.closed',
    'charge.updated',
  ])
  await expect(stripe.disputes.update(dispute, {})).rejects.toThrow('This dispute is already closed')
  expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded')
})

test('losing evidence loses, and the funds stay away', async () => {
  const { clock, sandbox, stripe } = await start()
  const { id, dispute } = await pay(sandbox, 'pm_card_createDisputeProductNotReceived')
  await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'losing_evidence' } })
  clock.advance(SETTLED_AFTER_MS)
  const lost = await stripe.disputes.retrieve(dispute)
  expect(lost).toMatchObject({ status: 'lost', is_charge_refundable: false })
  expect(lost.balance_transactions).toHaveLength(1)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' })
})

test('other evidence stays under review until the bank decides', async () => {
  const { clock, sandbox, stripe, controls } = await start()
  const { dispute } = await pay(sandbox, 'pm_card_createDispute')
  await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'Here is the receipt' } })
  clock.advance(RESPONSE_TIME_S * 1000)
  expect((await stripe.disputes.retrieve(dispute)).status).toBe('under_review')
  expect((await controls.decideDispute(dispute, 'win')).status).toBe('won')
})

test('closing a dispute gives it up; it is closed once', async () => {
  const { sandbox, stripe } = await start()
  const { dispute } = await pay(sandbox, 'pm_card_createDispute')
  expect((await stripe.disputes.close(dispute)).status).toBe('lost')
  await expect(stripe.disputes.close(dispute)).rejects.toThrow('This dispute is already closed')
  expect((await typesOf(sandbox)).slice(-2)).toEqual(['charge.dispute.closed', 'charge.updated'])
})

test('a dispute that nobody answers is lost when its time is over', async () => {
  const { clock, sandbox, stripe } = await start()
  const { dispute } = await pay(sandbox, 'pm_card_createDispute')
  const { evidence_details: details, created } = await stripe.disputes.retrieve(dispute)
  expect(details.due_by).toBe(created + RESPONSE_TIME_S)
  clock.advance(RESPONSE_TIME_S * 1000)
  expect(await stripe.disputes.retrieve(dispute)).toMatchObject({
    status: 'lost',
    evidence_details: { past_due: true },
  })
})

test('an inquiry moves no money and leaves the charge refundable; unescalated it closes', async () => {
  const { clock, sandbox, stripe } = await start()
  const { id, dispute, disputes } = await pay(sandbox, 'pm_card_createDisputeInquiry')
  expect(disputes[0]).toMatchObject({ is_charge_refundable: true, balance_transactions: [] })
  expect((await stripe.refunds.create({ payment_intent: id, amount: 100 })).status).toBe('succeeded')
  clock.advance(INQUIRY_TIME_S * 1000)
  expect((await stripe.disputes.retrieve(dispute)).status).toBe('warning_closed')
  expect(await typesOf(sandbox)).not.toContain('charge.dispute.funds_withdrawn')
})

test.each(['winning_evidence', 'losing_evidence'])('%s closes an inquiry without a chargeback', async text => {
  const { clock, sandbox, stripe } = await start()
  const { dispute } = await pay(sandbox, 'pm_card_createDisputeInquiry')
  const reviewed = await stripe.disputes.update(dispute, { evidence: { uncategorized_text: text } })
  expect(reviewed.status).toBe('warning_under_review')
  clock.advance(SETTLED_AFTER_MS)
  expect(await stripe.disputes.retrieve(dispute)).toMatchObject({ status: 'warning_closed', balance_transactions: [] })
})

test('escalating evidence makes an inquiry a chargeback, which stops refunds that are pending', async () => {
  const { clock, sandbox, stripe, controls } = await start()
  const { id, charge } = await pay(sandbox, 'pm_card_pendingRefund')
  const inquiry = await controls.openDispute(charge, { status: 'warning_needs_response' })
  await stripe.disputes.update(inquiry.id, { evidence: { uncategorized_text: 'escalate_inquiry_evidence' } })
  clock.advance(SETTLED_AFTER_MS - 1000)
  const refund = await stripe.refunds.create({ payment_intent: id, amount: 2000 })
  clock.advance(1000)
  expect(await stripe.disputes.retrieve(inquiry.id)).toMatchObject({
    status: 'needs_response',
    payment_method_details: { card: { case_type: 'chargeback' } },
    balance_transactions: [{ amount: -7500 }],
  })
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'charge_for_pending_refund_disputed',
  })
  expect((await stripe.charges.retrieve(charge)).amount_refunded).toBe(0)
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' })
  const types = await typesOf(sandbox)
  expect(types).toContain('charge.dispute.funds_withdrawn')
  expect(types.at(-1)).toBe('charge.updated')
})

test.each<[string, DisputeAct[], string]>([
  ['needs_response', ['review', 'win'], 'won'],
  ['needs_response', ['review', 'lose'], 'lost'],
  ['needs_response', ['withdraw'], 'won'],
  ['warning_needs_response', ['review', 'close'], 'warning_closed'],
  ['warning_needs_response', ['withdraw'], 'warning_closed'],
  ['warning_needs_response', ['escalate', 'lose'], 'lost'],
])('test calls move a dispute from %s by %j to %s', async (status, acts, end) => {
  const { sandbox, stripe, controls } = await start()
  const { charge } = await pay(sandbox)
  const opened = {
    status: status === 'needs_response' ? ('needs_response' as const) : ('warning_needs_response' as const),
  }
  const dispute = await controls.openDispute(charge, { ...opened, reason: 'duplicate', amount: 1000 })
  expect(dispute).toMatchObject({ status, reason: 'duplicate', amount: 1000 })
  for (const act of acts) await controls.decideDispute(dispute.id, act)
  expect((await stripe.disputes.retrieve(dispute.id)).status).toBe(end)
  await expect(controls.decideDispute(dispute.id, 'review')).rejects.toThrow('already closed')
})

test('a prevented dispute moves no funds and is over', async () => {
  const { sandbox, stripe, controls } = await start()
  const { charge } = await pay(sandbox)
  const dispute = await controls.openDispute(charge, { status: 'prevented' })
  expect(dispute).toMatchObject({ status: 'prevented', balance_transactions: [] })
  await expect(stripe.disputes.close(dispute.id)).rejects.toThrow('This dispute is already closed')
})

test('a dispute is not of what was never paid, nor of more', async () => {
  const { sandbox, stripe, controls } = await start()
  const { charge } = await pay(sandbox)
  await expect(controls.openDispute(charge, { amount: 7501 })).rejects.toThrow('at most')
  await pay(sandbox, 'pm_card_chargeDeclined').catch(() => undefined)
  const [failed] = (await stripe.charges.list()).data
  await expect(controls.openDispute(failed?.id ?? '')).rejects.toThrow('was not paid')
})

test('disputes are listed by charge, intent and time', async () => {
  const { clock, sandbox, stripe } = await start()
  const first = await pay(sandbox, 'pm_card_createDispute')
  const since = Math.floor(clock.now() / 1000) + 60
  clock.advance(60_000)
  const second = await pay(sandbox, 'pm_card_createDisputeInquiry')
  const ids = async (params: object) => (await stripe.disputes.list(params)).data.map(({ id }) => id)
  expect(await ids({ charge: first.charge })).toEqual([first.dispute])
  expect(await ids({ payment_intent: second.id })).toEqual([second.dispute])
  expect(await ids({ created: { gte: since } })).toEqual([second.dispute])
  expect(await ids({})).toEqual([second.dispute, first.dispute])
  await expect(stripe.disputes.retrieve('du_none')).rejects.toMatchObject({ statusCode: 404 })
})

test('every status of a dispute is reached or begun with, and closed ones have no way out', () => {
  const reached = new Set(Object.values(disputeTransitions).flat())
  const beginnings = ['warning_needs_response', 'needs_response', 'prevented'] as const
  expect([...reached, ...beginnings].filter((one, at, all) => all.indexOf(one) === at).sort()).toEqual(
    Object.keys(disputeTransitions).sort(),
  )
})

test('one that was lost is won on appeal: its funds come back, once', async () => {
  const { sandbox, stripe, controls } = await start()
  const { dispute } = await pay(sandbox, 'pm_card_createDispute')
  await expect(controls.decideDispute(dispute, 'appeal')).rejects.toThrow('nothing to appeal against')
  await controls.decideDispute(dispute, 'lose')
  const before = (await typesOf(sandbox)).length
  const won = await controls.decideDispute(dispute, 'appeal')
  expect(won.status).toBe('won')
  expect(won.balance_transactions).toMatchObject([
    { reporting_category: 'dispute', amount: -7500, fee: DISPUTE_FEE },
    { reporting_category: 'dispute_reversal', amount: 7500, fee: 0 },
  ])
  expect((await typesOf(sandbox)).slice(before)).toEqual([
    'charge.dispute.funds_reinstated',
    'charge.dispute.updated',
    'charge.updated',
  ])
  await expect(controls.decideDispute(dispute, 'appeal')).rejects.toThrow('nothing to appeal against')
  await expect(controls.decideDispute(dispute, 'lose')).rejects.toThrow('already closed')
  expect((await stripe.disputes.retrieve(dispute)).is_charge_refundable).toBe(true)
})
