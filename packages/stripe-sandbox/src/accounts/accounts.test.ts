import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { controlsOf, EXPRESS, LINK, newSeller } from '../testing/new-account.ts'
import { startSandbox } from '../testing/start-sandbox.ts'

test('an account is made by controller, and may nothing before its holder was onboarded', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const made = await stripe.accounts.create({ ...EXPRESS, email: 'jenny@example.com', metadata: { seller: 's-1' } })
  expect(made).toMatchObject({
    object: 'account',
    type: 'none',
    country: 'US',
    email: 'jenny@example.com',
    metadata: { seller: 's-1' },
    controller: { ...EXPRESS.controller, is_controller: true, type: 'application' },
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    payouts_enabled: false,
    details_submitted: false,
    settings: { payouts: { schedule: { interval: 'manual' } } },
    external_accounts: { data: [] },
  })
  expect(made.requirements?.currently_due).toContain('external_account')
  expect(made.requirements?.past_due).toEqual(made.requirements?.currently_due)
  expect(made.requirements?.disabled_reason).toBe('requirements.past_due')

  const onboarded = await controlsOf(sandbox).onboardAccount(made.id, { name: 'Jenny Rosen' })
  expect(onboarded).toMatchObject({
    capabilities: { transfers: 'active' },
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    requirements: { currently_due: [], past_due: [], disabled_reason: null },
    external_accounts: { data: [{ object: 'bank_account', last4: '6789', status: 'new' }] },
  })
  expect(await stripe.accounts.retrieve(made.id)).toEqual(expect.objectContaining(onboarded))
  expect((await stripe.accounts.list()).data.map(({ id }) => id)).toEqual([made.id])
})

test('what is asked for later stops an account once its time is past, until it is given', async () => {
  const sandbox = await startSandbox()
  const controls = controlsOf(sandbox)
  const id = await newSeller(sandbox)
  expect(await controls.requireOfAccount(id)).toMatchObject({
    payouts_enabled: true,
    requirements: { currently_due: ['individual.verification.document'], past_due: [], disabled_reason: null },
  })
  expect(await controls.requireOfAccount(id, { pastDue: true })).toMatchObject({
    payouts_enabled: false,
    charges_enabled: false,
    capabilities: { transfers: 'inactive' },
    requirements: { past_due: ['individual.verification.document'], disabled_reason: 'requirements.past_due' },
  })
  expect(await controls.onboardAccount(id)).toMatchObject({ payouts_enabled: true, requirements: { past_due: [] } })
})

test('the deprecated type is taken, another one or none is not', async () => {
  const { stripe } = await startSandbox()
  const { controller, ...rest } = EXPRESS
  const create = (params: object) => stripe.accounts.create({ ...rest, ...params })
  expect(await create({ type: 'express' })).toMatchObject({
    type: 'express',
    controller: { fees: { payer: 'application_express' } },
  })
  await expect(create({ type: 'express', controller })).rejects.toThrow('only specify one of these parameters')
  await expect(create({ type: 'custom' })).rejects.toThrow('does not carry out type=custom')
  await expect(create({})).rejects.toThrow('does not carry out an account without controller')
  const with_ = (changes: object) => create({ controller: { ...controller, ...changes } })
  await expect(with_({ fees: { payer: 'account' } })).rejects.toThrow('requires controller.fees.payer=application')
  await expect(with_({ stripe_dashboard: { type: 'none' } })).rejects.toThrow('stripe_dashboard.type=none')
  await expect(create({ controller, settings: {} })).rejects.toMatchObject({
    param: 'settings[payouts][schedule][interval]',
  })
  await expect(create({ controller, individual: { first_name: 'J' } })).rejects.toThrow("carry out 'individual'")
})

test('an account is changed and deleted, and then nobody has access to it', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const id = await newSeller(sandbox)
  const changed = await stripe.accounts.update(id, { metadata: { seller: 's-2' }, business_profile: { name: 'Jenny' } })
  expect(changed).toMatchObject({ metadata: { seller: 's-2' }, business_profile: { name: 'Jenny' } })
  expect(await stripe.accounts.del(id)).toMatchObject({ id, object: 'account', deleted: true })
  const refused = { statusCode: 403, code: 'account_invalid' }
  await expect(stripe.accounts.retrieve(id)).rejects.toBeInstanceOf(Stripe.errors.StripePermissionError)
  await expect(stripe.accounts.retrieve(id)).rejects.toMatchObject(refused)
  await expect(stripe.events.list({}, { stripeAccount: id })).rejects.toMatchObject(refused)
  await expect(stripe.accountLinks.create({ account: id, ...LINK })).rejects.toMatchObject({
    statusCode: 400,
    message: `No such account: '${id}'`,
  })
})

test('what happens on an account is its own event, not the platform’s', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const id = await newSeller(sandbox)
  await stripe.accounts.update(id, { metadata: { seller: 's-1' } })
  await stripe.accounts.update(id, { metadata: { seller: 's-1' } })
  expect((await stripe.events.list()).data).toEqual([])
  const own = await stripe.events.list({}, { stripeAccount: id })
  expect(own.data.map(({ type, account }) => [type, account])).toEqual([
    ['account.updated', id],
    ['account.updated', id],
    ['account.external_account.created', id],
  ])
  expect(own.data[0]?.data.previous_attributes).toEqual({ metadata: {} })
  expect(own.data[1]?.data.previous_attributes).toMatchObject({ payouts_enabled: false, details_submitted: false })
  const eventId = own.data[0]?.id ?? ''
  expect(await stripe.events.retrieve(eventId, {}, { stripeAccount: id })).toMatchObject({ id: eventId })
  await expect(stripe.events.retrieve(eventId)).rejects.toMatchObject({ statusCode: 404 })
})

test('a call that is not carried out for an account says so, and keys are each account’s own', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const id = await newSeller(sandbox)
  await expect(stripe.paymentIntents.list({}, { stripeAccount: id })).rejects.toThrow(
    "does not carry out 'Stripe-Account' for GET /v1/payment_intents",
  )
  const create = () => stripe.accounts.create(EXPRESS, { idempotencyKey: 'k' })
  expect((await create()).id).toBe((await create()).id)
})
