import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { fundsOf, pay, startMarket, TWO_DAYS_MS, transferTo } from '../testing/market.ts'
import { controlsOf, newSeller } from '../testing/new-account.ts'
import { payoutTransitions } from './payout-states.ts'

const TEN = { amount: 1000, currency: 'usd' }

/** A market whose seller has 40 dollars available. */
async function startWithFunds(options: Parameters<typeof startMarket>[0] = {}) {
  const market = await startMarket(options)
  const { clock, sandbox, stripe, seller } = market
  const transfer = await transferTo(sandbox, seller)
  clock.advance(TWO_DAYS_MS)
  const on = { stripeAccount: seller }
  const eventsOf = async (id: string) => {
    const { data } = await stripe.events.list({ types: ['payout.*'] }, on)
    const own = data.filter(event => (event.data.object as Stripe.Payout).id === id)
    return own.map(({ type, account }) => [type, account]).reverse()
  }
  return { ...market, transfer, on, eventsOf, controls: controlsOf(sandbox) }
}

test('a payout leaves the balance at once, is on its way, and arrives', async () => {
  const { clock, sandbox, stripe, seller, on, eventsOf } = await startWithFunds()
  const payout = await stripe.payouts.create({ ...TEN, metadata: { month: '2026-11' } }, on)
  expect(payout).toMatchObject({
    object: 'payout',
    amount: 1000,
    automatic: false,
    method: 'standard',
    metadata: { month: '2026-11' },
    status: 'pending',
    type: 'bank_account',
    arrival_date: payout.created + TWO_DAYS_MS / 1000,
  })
  expect(await fundsOf(sandbox, seller)).toEqual([3000, 0])
  const statusOf = async () => (await stripe.payouts.retrieve(payout.id, {}, on)).status
  clock.advance(TWO_DAYS_MS / 2)
  expect(await statusOf()).toBe('in_transit')
  clock.advance(TWO_DAYS_MS / 2 - 1)
  expect(await statusOf()).toBe('in_transit')
  clock.advance(1)
  expect(await statusOf()).toBe('paid')
  expect(await eventsOf(payout.id)).toEqual([
    ['payout.created', seller],
    ['payout.updated', seller],
    ['payout.paid', seller],
  ])
  await expect(stripe.payouts.retrieve(payout.id)).rejects.toMatchObject({ statusCode: 404 })
  expect((await stripe.payouts.list()).data).toEqual([])
})

test.each([
  ['000111111116', 'no_account'],
  ['000111111113', 'account_closed'],
  ['000222222227', 'insufficient_funds'],
  ['000333333335', 'debit_not_authorized'],
  ['000444444440', 'invalid_currency'],
])(
  'a payout to %s comes back at once with %s, and the account has to name another bank account',
  async (number, code) => {
    const { clock, sandbox, stripe, seller, on, eventsOf, controls } = await startWithFunds()
    await controls.onboardAccount(seller, { accountNumber: number })
    const { id, balance_transaction: out } = await stripe.payouts.create(TEN, on)
    clock.advance(3000)
    const failed = await stripe.payouts.retrieve(id, { expand: ['failure_balance_transaction'] }, on)
    expect(failed).toMatchObject({
      status: 'failed',
      failure_code: code,
      failure_balance_transaction: { type: 'payout_failure', amount: 1000, source: id },
      balance_transaction: out,
    })
    expect(failed.failure_message).toMatch(/\w/)
    expect(await fundsOf(sandbox, seller)).toEqual([4000, 0])
    expect(await eventsOf(id)).toContainEqual(['payout.failed', seller])
    expect(await stripe.accounts.retrieve(seller)).toMatchObject({
      payouts_enabled: false,
      charges_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: ['external_account'], disabled_reason: 'requirements.past_due' },
      external_accounts: { data: [{ status: 'errored' }] },
    })
    await expect(stripe.payouts.create(TEN, on)).rejects.toMatchObject({ code: 'payouts_not_allowed' })
    await controls.onboardAccount(seller)
    expect(await stripe.payouts.create(TEN, on)).toMatchObject({ status: 'pending' })
  },
)

test('a bank returns a payout that was paid', async () => {
  const { clock, sandbox, stripe, seller, on, eventsOf, controls } = await startWithFunds()
  const { id } = await stripe.payouts.create(TEN, on)
  clock.advance(TWO_DAYS_MS)
  expect((await stripe.payouts.retrieve(id, {}, on)).status).toBe('paid')
  expect(await controls.failPayout(id, 'account_closed')).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
    failure_message: 'The bank account has been closed.',
  })
  expect(await fundsOf(sandbox, seller)).toEqual([4000, 0])
  expect((await eventsOf(id)).map(([type]) => type)).toEqual([
    'payout.created',
    'payout.updated',
    'payout.paid',
    'payout.failed',
  ])
  await expect(controls.failPayout(id)).rejects.toThrow('A payout that is failed does not become failed.')
})

test('a pending payout is canceled, another is not', async () => {
  const { clock, sandbox, stripe, seller, on, eventsOf, controls } = await startWithFunds()
  const { id } = await stripe.payouts.create(TEN, on)
  expect(await stripe.payouts.cancel(id, {}, on)).toMatchObject({ status: 'canceled', failure_code: null })
  expect(await fundsOf(sandbox, seller)).toEqual([4000, 0])
  expect(await eventsOf(id)).toContainEqual(['payout.canceled', seller])
  const next = await stripe.payouts.create(TEN, on)
  clock.advance(TWO_DAYS_MS / 2)
  await expect(stripe.payouts.cancel(next.id, {}, on)).rejects.toThrow('it is in_transit')
  expect(await controls.payPayout(next.id)).toMatchObject({ status: 'paid' })
  clock.advance(TWO_DAYS_MS)
  expect((await eventsOf(next.id)).filter(([type]) => type === 'payout.paid')).toHaveLength(1)
  await expect(stripe.payouts.cancel(id, {}, on)).rejects.toThrow('it is canceled')
})

test('a payout is refused where the money, the bank account or the way is not there', async () => {
  const { sandbox, stripe, seller, on, controls } = await startWithFunds()
  const create = (changes: object) => stripe.payouts.create({ ...TEN, ...changes }, on)
  await expect(create({ amount: 4001 })).rejects.toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
  await expect(create({ amount: 4001 })).rejects.toThrow('Your card balance is too low.')
  await transferTo(sandbox, seller)
  await expect(create({ amount: 4001 })).rejects.toThrow('insufficient funds')
  await expect(create({ currency: 'eur' })).rejects.toThrow("don't have any external accounts in that currency (eur)")
  await expect(create({ destination: 'ba_none' })).rejects.toMatchObject({ param: 'destination' })
  expect(await create({ method: 'instant' })).toMatchObject({ method: 'instant' })
  await controls.onboardAccount(seller, { routingNumber: '121000248' })
  await expect(create({ method: 'instant' })).rejects.toMatchObject({ code: 'instant_payouts_unsupported' })
  await expect(create({ payout_method: 'x' })).rejects.toThrow("does not carry out 'payout_method'")
})

test('an instant payout arrives within half an hour, a standard one when it is set to', async () => {
  const { clock, stripe, on } = await startWithFunds({ payoutArrivesAfterMs: 3_600_000 })
  const instant = await stripe.payouts.create({ ...TEN, method: 'instant' }, on)
  const standard = await stripe.payouts.create(TEN, on)
  const statuses = async () =>
    Promise.all([instant, standard].map(async ({ id }) => (await stripe.payouts.retrieve(id, {}, on)).status))
  clock.advance(1_800_000)
  expect(await statuses()).toEqual(['paid', 'in_transit'])
  clock.advance(1_800_000)
  expect(await statuses()).toEqual(['paid', 'paid'])
})

test('what was paid out cannot be taken back by a reversal', async () => {
  const { sandbox, stripe, seller, on, transfer } = await startWithFunds()
  await stripe.payouts.create({ amount: 3000, currency: 'usd' }, on)
  // Pending money of another transfer does not cover it.
  await transferTo(sandbox, seller)
  await expect(stripe.transfers.createReversal(transfer, { amount: 1001 })).rejects.toMatchObject({
    statusCode: 400,
    code: 'balance_insufficient',
    message: expect.stringContaining('does not have sufficient funds in their Stripe balance'),
  })
  await stripe.transfers.createReversal(transfer, { amount: 1000 })
  expect(await fundsOf(sandbox, seller)).toEqual([0, 4000])
})

test('the platform pays out its own money', async () => {
  const { clock, sandbox, stripe } = await startMarket()
  await pay(sandbox)
  await expect(stripe.payouts.create(TEN)).rejects.toMatchObject({ code: 'balance_insufficient' })
  clock.advance(TWO_DAYS_MS)
  const { id } = await stripe.payouts.create(TEN)
  expect(await fundsOf(sandbox)).toEqual([3825, 0])
  const [event] = (await stripe.events.list({ type: 'payout.created' })).data
  expect(event?.account).toBe(undefined)
  await controlsOf(sandbox).failPayout(id)
  expect(await fundsOf(sandbox)).toEqual([4825, 0])
})

test('payouts are listed, and go on after a restart', async () => {
  const dataFile = `${await temporaryFolder()}/card-payments.jsonl`
  const { clock, sandbox, stripe, seller, on } = await startWithFunds({ dataFile })
  const one = await stripe.payouts.create(TEN, on)
  const two = await stripe.payouts.create(TEN, on)
  await stripe.payouts.cancel(two.id, {}, on)
  await stripe.payouts.update(one.id, { metadata: { month: '2026-11' } }, on)
  const idsOf = async (params: Stripe.PayoutListParams) =>
    (await stripe.payouts.list(params, on)).data.map(({ id }) => id)
  expect(await idsOf({})).toEqual([two.id, one.id])
  expect(await idsOf({ status: 'pending' })).toEqual([one.id])
  expect(await idsOf({ arrival_date: { gt: one.arrival_date } })).toEqual([])
  await sandbox.stop()
  const again = await startMarket({ dataFile, clock })
  clock.advance(TWO_DAYS_MS)
  const paid = await again.stripe.payouts.retrieve(one.id, {}, { stripeAccount: seller })
  expect(paid).toMatchObject({ status: 'paid', metadata: { month: '2026-11' } })
})

test('an account whose payout is under way is not deleted', async () => {
  const { clock, sandbox, stripe, on } = await startWithFunds()
  const other = await newSeller(sandbox)
  await stripe.payouts.create({ amount: 4000, currency: 'usd' }, on)
  await expect(stripe.accounts.del(on.stripeAccount)).rejects.toThrow('a payout of it is under way')
  clock.advance(TWO_DAYS_MS)
  expect(await stripe.accounts.del(on.stripeAccount)).toMatchObject({ deleted: true })
  expect((await stripe.accounts.list()).data.map(({ id }) => id)).toEqual([other])
})

test('every status of a payout is reached, and those that end have no way out', () => {
  const reached = new Set(Object.values(payoutTransitions).flat())
  expect([...reached].sort()).toEqual(['canceled', 'failed', 'in_transit', 'paid'])
  expect([payoutTransitions.failed, payoutTransitions.canceled]).toEqual([[], []])
})
