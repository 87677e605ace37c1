import { copyFile } from 'node:fs/promises'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { newSeller } from '../testing/new-account.ts'
import { startSandbox } from '../testing/start-sandbox.ts'

/** Written by the version that knew no pending refunds, no dispute but an open one, and no balance. */
const EARLIER = new URL('./fixtures/earlier-journal.jsonl', import.meta.url)

async function openEarlier() {
  const dataFile = `${await temporaryFolder()}/card-payments.jsonl`
  await copyFile(EARLIER, dataFile)
  const start = () => startSandbox({ dataFile, clock: new ManualClock('2026-11-01T13:00:00Z') })
  return { start, sandbox: await start() }
}

test('a journal of an earlier version is opened, and every record of it is shown whole', async () => {
  const { sandbox } = await openEarlier()
  const { stripe } = sandbox
  const intents = await stripe.paymentIntents.list({ expand: ['data.latest_charge.refunds'] })
  expect(intents.data.map(({ status }) => status)).toEqual([
    'requires_action',
    'requires_payment_method',
    'succeeded',
    'succeeded',
  ])
  const [refund] = (await stripe.refunds.list()).data
  expect(refund).toMatchObject({ amount: 2000, status: 'succeeded', balance_transaction: null })
  const [dispute] = (await stripe.disputes.list()).data
  expect(dispute).toMatchObject({
    amount: 5000,
    status: 'needs_response',
    reason: 'fraudulent',
    balance_transactions: [],
    evidence_details: { has_evidence: false, submission_count: 0 },
  })
  expect(dispute?.evidence_details.due_by).toBe((dispute?.created ?? 0) + 9 * 24 * 60 * 60)
  const charges = (await stripe.charges.list()).data
  expect(charges.map(({ paid, outcome }) => [paid, outcome?.type])).toEqual([
    [false, 'issuer_declined'],
    [true, 'authorized'],
    [true, 'authorized'],
  ])
  for (const { payment_method: method } of charges) {
    const { card } = await stripe.paymentMethods.retrieve(String(method))
    expect(card?.networks?.available).toEqual(['visa'])
  }
})

test('what an earlier version began goes on: refunds, disputes, idempotency keys', async () => {
  const { start, sandbox } = await openEarlier()
  const { stripe } = sandbox
  const [disputed, paid] = (await stripe.charges.list()).data.filter(charge => charge.paid)
  const again = await stripe.paymentIntents.create(
    {
      amount: 5000,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      metadata: { order: 'o-1' },
      payment_method: 'pm_card_visa',
      confirm: true,
    },
    { idempotencyKey: 'earlier-key' },
  )
  expect(again.id).toBe(paid?.payment_intent)
  expect((await stripe.refunds.create({ charge: paid?.id ?? '' })).amount).toBe(3000)
  const [dispute] = (await stripe.disputes.list({ charge: disputed?.id ?? '' })).data
  expect((await stripe.disputes.close(dispute?.id ?? '')).status).toBe('lost')
  await sandbox.stop()

  const reopened = await start()
  expect((await reopened.stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('lost')
  expect((await reopened.stripe.charges.retrieve(paid?.id ?? '')).refunded).toBe(true)
})

test('a journal from before there were connected accounts is opened, and its charge can be transferred', async () => {
  const dataFile = `${await temporaryFolder()}/card-payments.jsonl`
  await copyFile(new URL('./fixtures/before-connect.jsonl', import.meta.url), dataFile)
  const { stripe, ...sandbox } = await startSandbox({ dataFile, clock: new ManualClock('2026-11-02T12:00:00Z') })
  const events = (await stripe.events.list({ limit: 100 })).data
  expect(events).toHaveLength(11)
  const { data } = await stripe.balanceTransactions.list()
  expect(data.map(({ type, net }) => [type, net])).toEqual([
    ['refund', -1000],
    ['adjustment', -6500],
    ['charge', 4825],
    ['charge', 4825],
  ])
  const balance = await stripe.balance.retrieve()
  expect([balance.available[0]?.amount, balance.pending[0]?.amount]).toEqual([-7500, 9650])
  const [, charge] = (await stripe.charges.list()).data
  expect(charge?.transfer_group).toBe(null)
  const destination = await newSeller({ stripe, ...sandbox })
  const transfer = await stripe.transfers.create({
    amount: 4000,
    currency: 'usd',
    destination,
    source_transaction: charge?.id ?? '',
  })
  expect(transfer.transfer_group).toBe(`group_${charge?.payment_intent}`)
})
