import { expect, test } from 'vitest'
import { fundsOf, pay, startMarket, TWO_DAYS_MS, transferTo } from '../testing/market.ts'
import { controlsOf, newSeller } from '../testing/new-account.ts'
import type { Sandbox } from '../testing/start-sandbox.ts'

const DAY_MS = TWO_DAYS_MS / 2

/** The sums of what moved a balance: what may be used, and what may be used later. */
async function movementsOf({ stripe }: Sandbox, stripeAccount?: string) {
  const sums: [number, number] = [0, 0]
  const options = stripeAccount ? { stripeAccount } : {}
  for await (const { net, status } of stripe.balanceTransactions.list({ limit: 100 }, options)) {
    sums[status === 'available' ? 0 : 1] += net
  }
  return sums
}

test('at every moment a balance is the sum of its movements', async () => {
  const { clock, sandbox, stripe, seller } = await startMarket()
  const other = await newSeller(sandbox, '000111111116')
  const controls = controlsOf(sandbox)
  const payOut = (account: string, amount: number) =>
    stripe.payouts.create({ amount, currency: 'usd' }, { stripeAccount: account })
  let transfer = ''
  let payout = ''
  const steps: [string, () => Promise<unknown>][] = [
    ['a charge', () => pay(sandbox)],
    ['a refund in part', async () => stripe.refunds.create({ charge: await pay(sandbox), amount: 1234 })],
    ['a dispute', () => pay(sandbox, { payment_method: 'pm_card_createDispute' })],
    ['a transfer', async () => (transfer = await transferTo(sandbox, seller))],
    ['a reversal while pending', () => stripe.transfers.createReversal(transfer, { amount: 333 })],
    ['a day', async () => clock.advance(DAY_MS)],
    ['another transfer', () => transferTo(sandbox, other, 2500)],
    ['another day', async () => clock.advance(DAY_MS)],
    ['a reversal of what is available', () => stripe.transfers.createReversal(transfer, { amount: 667 })],
    ['a payout', async () => (payout = (await payOut(seller, 2000)).id)],
    ['a third day', async () => clock.advance(DAY_MS)],
    ['a payout that comes back', () => payOut(other, 1500)],
    ['some seconds', async () => clock.advance(3000)],
    ['a fourth day', async () => clock.advance(DAY_MS)],
    ['a return by the bank', () => controls.failPayout(payout)],
    [
      'a refund that fails',
      async () => {
        const { id } = await stripe.refunds.create({ charge: await pay(sandbox) })
        return controls.failRefund(id)
      },
    ],
  ]
  for (const [name, step] of steps) {
    await step()
    for (const account of [undefined, seller, other]) {
      expect(await fundsOf(sandbox, account), `${name}, ${account ?? 'platform'}`).toEqual(
        await movementsOf(sandbox, account),
      )
    }
  }
  expect(await fundsOf(sandbox, seller)).toEqual([3000, 0])
  expect(await fundsOf(sandbox, other)).toEqual([2500, 0])
})

test('movements tell what they were for, on either side', async () => {
  const { clock, sandbox, stripe, seller } = await startMarket()
  const transfer = await transferTo(sandbox, seller)
  await stripe.transfers.createReversal(transfer, { amount: 1000 })
  clock.advance(TWO_DAYS_MS)
  const payout = await stripe.payouts.create({ amount: 500, currency: 'usd' }, { stripeAccount: seller })
  await stripe.payouts.cancel(payout.id, {}, { stripeAccount: seller })
  const platform = await stripe.balanceTransactions.list({ expand: ['data.source'] })
  const show = ({ data }: typeof platform) =>
    data.map(({ type, reporting_category: category, net, source }) => {
      return [type, category, net, typeof source === 'object' && source?.object]
    })
  expect(show(platform)).toEqual([
    ['transfer_refund', 'transfer_reversal', 1000, 'transfer_reversal'],
    ['transfer', 'transfer', -4000, 'transfer'],
    ['charge', 'charge', 4825, 'charge'],
  ])
  const own = await stripe.balanceTransactions.list({ expand: ['data.source'] }, { stripeAccount: seller })
  expect(show(own)).toEqual([
    ['payout_cancel', 'payout_reversal', 500, 'payout'],
    ['payout', 'payout', -500, 'payout'],
    ['payment_refund', 'refund', -1000, 'refund'],
    ['payment', 'charge', 4000, 'charge'],
  ])
  const one = own.data[0]?.id ?? ''
  expect(await stripe.balanceTransactions.retrieve(one, {}, { stripeAccount: seller })).toMatchObject({ id: one })
  await expect(stripe.balanceTransactions.retrieve(one)).rejects.toMatchObject({ statusCode: 404 })
  expect((await stripe.balanceTransactions.list({ currency: 'eur' })).data).toEqual([])
  expect((await stripe.balanceTransactions.list({ type: 'transfer' })).data).toHaveLength(1)
})

test('a dispute falls on the platform, whoever was paid from the charge', async () => {
  const { clock, sandbox, stripe, seller } = await startMarket()
  const charge = await pay(sandbox)
  await stripe.transfers.create({ amount: 4000, currency: 'usd', destination: seller, source_transaction: charge })
  clock.advance(TWO_DAYS_MS)
  await controlsOf(sandbox).openDispute(charge)
  expect(await fundsOf(sandbox, seller)).toEqual([4000, 0])
  expect(await fundsOf(sandbox)).toEqual([5000 - 175 - 4000 - 5000 - 1500, 0])
})

test('the money of a charge is pending for as long as the sandbox was told', async () => {
  const { clock, sandbox } = await startMarket({ fundsAvailableAfterMs: 60_000 })
  await pay(sandbox)
  expect(await fundsOf(sandbox)).toEqual([0, 4825])
  clock.advance(60_000)
  expect(await fundsOf(sandbox)).toEqual([4825, 0])
})
