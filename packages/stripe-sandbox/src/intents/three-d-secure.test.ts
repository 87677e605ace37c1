import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { browserPost, enterCard, type Sandbox, startSandbox } from '../testing/start-sandbox.ts'

async function challenged(sandbox: Sandbox, number: string) {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 24999,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  const method = await enterCard(sandbox, number)
  const waiting = await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: method.body.id })
  const action = waiting.next_action?.use_stripe_sdk as { source: string; stripe_js: string } | undefined
  return { waiting, id: intent.id, source: action?.source ?? '', page: action?.stripe_js ?? '' }
}

function answer(sandbox: Sandbox, source: string, outcome: string, origin?: string) {
  const given = { params: { outcome }, ...(origin !== undefined && { origin }) }
  return browserPost(sandbox, `/v3/authentications/${source}`, given)
}

const CARDS = ['4000002500003155', '4000002760003184', '4000000000003220']

test.each(CARDS)('%s pays once the challenge is passed', async number => {
  const sandbox = await startSandbox()
  const { waiting, id, source, page } = await challenged(sandbox, number)
  expect(waiting).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
    latest_charge: null,
  })
  expect((await fetch(sandbox.url + page)).status).toBe(200)
  const shown = await (await fetch(`${sandbox.url}/v3/authentications/${source}`)).json()
  expect(shown).toMatchObject({ amount_text: '$249.99', state: 'pending' })
  expect((await answer(sandbox, source, 'succeeded')).status).toBe(200)
  const paid = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  expect(paid).toMatchObject({ status: 'succeeded', next_action: null })
  expect((paid.latest_charge as Stripe.Charge).payment_method_details?.card?.three_d_secure?.result).toBe(
    'authenticated',
  )
})

test.each(CARDS)('%s does not pay when the challenge is failed', async number => {
  const sandbox = await startSandbox()
  const { id, source } = await challenged(sandbox, number)
  await answer(sandbox, source, 'failed')
  const intent = await sandbox.stripe.paymentIntents.retrieve(id)
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    latest_charge: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  })
  expect((await sandbox.stripe.charges.list()).data).toEqual([])
  const events = await sandbox.stripe.events.list()
  expect(events.data.map(({ type }) => type)).toEqual([
    'payment_intent.payment_failed',
    'payment_intent.requires_action',
    'payment_intent.created',
  ])
})

test('1629 is declined after the challenge', async () => {
  const sandbox = await startSandbox()
  const { id, source } = await challenged(sandbox, '4000008400001629')
  await answer(sandbox, source, 'succeeded')
  expect(await sandbox.stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  })
})

test('a challenge is answered once, from its own page, and only while its confirmation stands', async () => {
  const sandbox = await startSandbox()
  const { id, source } = await challenged(sandbox, '4000002760003184')
  expect((await answer(sandbox, source, 'succeeded', 'https://second-ring.test')).status).toBe(403)
  expect((await answer(sandbox, source, 'perhaps')).status).toBe(400)
  expect((await answer(sandbox, 'src_unknown', 'succeeded')).status).toBe(404)
  await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
  expect((await answer(sandbox, source, 'succeeded')).status).toBe(400)
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('requires_action')

  const other = await challenged(sandbox, '4000002760003184')
  await answer(sandbox, other.source, 'succeeded')
  expect((await answer(sandbox, other.source, 'succeeded')).status).toBe(400)
  expect((await sandbox.stripe.charges.list({ payment_intent: other.id })).data).toHaveLength(1)
})

test('a canceled intent’s challenge leads nowhere', async () => {
  const sandbox = await startSandbox()
  const { id, source } = await challenged(sandbox, '4000002760003184')
  await sandbox.stripe.paymentIntents.cancel(id)
  expect((await answer(sandbox, source, 'succeeded')).status).toBe(400)
  expect((await sandbox.stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
})

test('a challenge can be asked for with any card', async () => {
  const sandbox = await startSandbox()
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    payment_method_options: { card: { request_three_d_secure: 'challenge' } },
    confirm: true,
  })
  expect(intent.status).toBe('requires_action')
})
