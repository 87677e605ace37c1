import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { fundsOf, pay, startMarket, TWO_DAYS_MS } from '../testing/market.ts'
import { controlsOf, EXPRESS, newSeller } from '../testing/new-account.ts'

test('a transfer of a charge is pending until the charge’s funds are available', async () => {
  const { clock, sandbox, stripe, seller } = await startMarket()
  const charge = await pay(sandbox, { transfer_group: 'deal-1' })
  const transfer = await stripe.transfers.create({
    amount: 4700,
    currency: 'usd',
    destination: seller,
    source_transaction: charge,
    metadata: { deal: 'd-1' },
  })
  expect(transfer).toMatchObject({
    object: 'transfer',
    amount: 4700,
    amount_reversed: 0,
    reversed: false,
    destination: seller,
    source_transaction: charge,
    transfer_group: 'deal-1',
    metadata: { deal: 'd-1' },
  })
  expect(await fundsOf(sandbox, seller)).toEqual([0, 4700])
  expect(await fundsOf(sandbox)).toEqual([0, 5000 - 175 - 4700])
  clock.advance(TWO_DAYS_MS - 1000)
  expect(await fundsOf(sandbox, seller)).toEqual([0, 4700])
  clock.advance(1000)
  expect(await fundsOf(sandbox, seller)).toEqual([4700, 0])
  expect(await fundsOf(sandbox)).toEqual([125, 0])
  const [event] = (await stripe.events.list({ type: 'transfer.created' })).data
  expect(event?.data.object).toMatchObject({ id: transfer.id })
})

test('without a charge, a transfer takes from what the platform has available', async () => {
  const { sandbox, stripe, seller } = await startMarket()
  await pay(sandbox)
  const transfer = (amount: number) => stripe.transfers.create({ amount, currency: 'usd', destination: seller })
  const insufficient = { statusCode: 400, code: 'balance_insufficient' }
  await expect(transfer(1000)).rejects.toMatchObject(insufficient)
  await pay(sandbox, { payment_method: 'pm_card_bypassPending' })
  expect(await transfer(4000)).toMatchObject({ source_transaction: null, transfer_group: null })
  expect(await fundsOf(sandbox, seller)).toEqual([4000, 0])
  await expect(transfer(1000)).rejects.toThrow('You have insufficient available funds in your Stripe account.')
})

test('transfers of one charge do not exceed it', async () => {
  const { sandbox, stripe, seller } = await startMarket()
  const charge = await pay(sandbox)
  const transfer = (amount: number, changes: object = {}) =>
    stripe.transfers.create({ amount, currency: 'usd', destination: seller, source_transaction: charge, ...changes })
  await expect(transfer(5001)).rejects.toThrow('must not exceed the source amount of $50.00.')
  const { id, transfer_group: group } = await transfer(3000)
  expect(group).toBe((await stripe.charges.retrieve(charge)).transfer_group)
  await stripe.transfers.createReversal(id)
  await expect(transfer(2001)).rejects.toThrow('(There is already a transfer using this source, amounting to $30.00.)')
  await transfer(2000)
  await expect(transfer(1, { currency: 'eur' })).rejects.toThrow('must be the same as the transfer currency (eur)')
  await expect(transfer(1, { source_transaction: 'ch_none' })).rejects.toMatchObject({ code: 'resource_missing' })
})

test('only an account that may be paid is paid', async () => {
  const { sandbox, stripe, seller } = await startMarket()
  const charge = await pay(sandbox)
  const transfer = (destination: string) =>
    stripe.transfers.create({ amount: 100, currency: 'usd', destination, source_transaction: charge })
  const refused = { statusCode: 400, code: 'insufficient_capabilities_for_transfer' }
  await expect(transfer((await stripe.accounts.create(EXPRESS)).id)).rejects.toMatchObject(refused)
  await controlsOf(sandbox).requireOfAccount(seller, { pastDue: true })
  await expect(transfer(seller)).rejects.toMatchObject(refused)
  await expect(transfer('acct_none')).rejects.toMatchObject({
    statusCode: 400,
    param: 'destination',
    message: "No such destination: 'acct_none'",
  })
})

test('transfers are found by their group and their destination, and tell whose they are', async () => {
  const { sandbox, stripe, seller } = await startMarket()
  const other = await newSeller(sandbox)
  const charge = await pay(sandbox)
  const create = (destination: string, transfer_group: string) =>
    stripe.transfers.create({ amount: 100, currency: 'usd', destination, source_transaction: charge, transfer_group })
  const one = await create(seller, 'deal-1')
  const two = await create(other, 'deal-1')
  await create(seller, 'deal-2')
  const idsOf = async (params: Stripe.TransferListParams) =>
    (await stripe.transfers.list(params)).data.map(({ id }) => id)
  expect(await idsOf({ transfer_group: 'deal-1' })).toEqual([two.id, one.id])
  expect(await idsOf({ transfer_group: 'deal-1', destination: seller })).toEqual([one.id])
  expect(await idsOf({ destination: other })).toEqual([two.id])
  expect(await idsOf({ transfer_group: 'deal-3' })).toEqual([])
  expect(await idsOf({})).toHaveLength(3)
  const updated = await stripe.transfers.update(one.id, { metadata: { deal: 'd-1' } })
  expect(updated.metadata).toEqual({ deal: 'd-1' })
  const shown = await stripe.transfers.retrieve(one.id, { expand: ['destination', 'destination_payment'] })
  expect(shown).toMatchObject({ destination: { id: seller }, destination_payment: { source_transfer: one.id } })
})

test('a transfer is reversed in parts, while it is pending and later', async () => {
  const { clock, sandbox, stripe, seller } = await startMarket()
  const charge = await pay(sandbox)
  const { id, destination_payment: payment } = await stripe.transfers.create({
    amount: 3000,
    currency: 'usd',
    destination: seller,
    source_transaction: charge,
  })
  const part = await stripe.transfers.createReversal(id, { amount: 1000, metadata: { claim: 'c-1' } })
  expect(part).toMatchObject({ object: 'transfer_reversal', amount: 1000, transfer: id, metadata: { claim: 'c-1' } })
  expect(await fundsOf(sandbox, seller)).toEqual([0, 2000])
  clock.advance(TWO_DAYS_MS)
  await expect(stripe.transfers.createReversal(id, { amount: 2001 })).rejects.toThrow(
    'Transfer reversal amount ($20.01) is greater than unreversed amount on transfer ($20.00)',
  )
  await stripe.transfers.createReversal(id)
  expect(await fundsOf(sandbox, seller)).toEqual([0, 0])
  expect(await fundsOf(sandbox)).toEqual([4825, 0])
  await expect(stripe.transfers.createReversal(id)).rejects.toThrow('has already been fully reversed')
  const shown = await stripe.transfers.retrieve(id)
  expect(shown).toMatchObject({ amount_reversed: 3000, reversed: true })
  expect(shown.reversals.data.map(({ amount }) => amount)).toEqual([2000, 1000])
  expect((await stripe.transfers.listReversals(id)).data).toEqual(shown.reversals.data)
  expect(await stripe.transfers.retrieveReversal(id, part.id)).toMatchObject({ id: part.id })
  const onAccount = { stripeAccount: seller }
  expect(await stripe.charges.retrieve(String(payment), {}, onAccount)).toMatchObject({ amount_refunded: 3000 })
  expect((await stripe.refunds.list({ charge: String(payment) }, onAccount)).data).toHaveLength(2)
  const events = (await stripe.events.list({ type: 'transfer.reversed' })).data
  expect(events.map(({ data }) => data.previous_attributes)).toEqual([
    { amount_reversed: 1000, reversed: false },
    { amount_reversed: 0 },
  ])
})

test('an account with money on it is not deleted', async () => {
  const { sandbox, stripe, seller } = await startMarket()
  const source = await pay(sandbox)
  const { id } = await stripe.transfers.create({
    amount: 1000,
    currency: 'usd',
    destination: seller,
    source_transaction: source,
  })
  await expect(stripe.accounts.del(seller)).rejects.toThrow('its balance is not zero')
  await expect(stripe.transfers.createReversal(id, { refund_application_fee: true })).rejects.toThrow(
    "does not carry out 'refund_application_fee'",
  )
  await stripe.transfers.createReversal(id)
  expect(await stripe.accounts.del(seller)).toMatchObject({ deleted: true })
})

test('a group that was set stays, and what is not carried out is refused by name', async () => {
  const { sandbox, stripe } = await startMarket()
  const charge = await pay(sandbox)
  expect(await stripe.charges.update(charge, { transfer_group: 'deal-1' })).toMatchObject({ transfer_group: 'deal-1' })
  await expect(stripe.charges.update(charge, { transfer_group: 'deal-2' })).rejects.toThrow('has not been set')
  expect((await stripe.charges.list({ transfer_group: 'deal-1' })).data.map(({ id }) => id)).toEqual([charge])
  for (const name of ['application_fee_amount', 'on_behalf_of']) {
    await expect(pay(sandbox, { [name]: 1 })).rejects.toThrow(`does not carry out '${name}'`)
  }
  await expect(pay(sandbox, { transfer_data: { destination: 'acct_1' } })).rejects.toThrow("'transfer_data'")
  for (const name of ['reverse_transfer', 'refund_application_fee']) {
    await expect(stripe.refunds.create({ charge, [name]: true })).rejects.toThrow(`does not carry out '${name}'`)
  }
})
