import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { numberState } from '../browser/card/card-number.ts'
import { testCards } from '../test-cards.ts'
import { browserPost, enterCard, type Sandbox, startSandbox } from '../testing/start-sandbox.ts'

const DECLINED = 'Your card was declined.'

// FACTS of the published testing page, told apart from the code that answers them.
const declines: [number: string, code: string, declineCode: string | undefined, message: string][] = [
  ['4000000000000002', 'card_declined', 'generic_decline', DECLINED],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', DECLINED],
  ['4000000000009979', 'card_declined', 'stolen_card', DECLINED],
  ['4000000000000341', 'card_declined', 'generic_decline', DECLINED],
  ['4100000000000019', 'card_declined', 'fraudulent', DECLINED],
  ['4000000000004954', 'card_declined', 'fraudulent', DECLINED],
  ['4000008400001280', 'card_declined', 'generic_decline', DECLINED],
  [
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
  ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
]

async function payWith(sandbox: Sandbox, number: string) {
  const method = await enterCard(sandbox, number)
  expect(method.status).toBe(200)
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 7500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  return { intent, result: sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: method.body.id }) }
}

test.each(declines)('%s is declined: %s %s', async (number, code, declineCode, message) => {
  const sandbox = await startSandbox()
  const { intent, result } = await payWith(sandbox, number)
  const error = await result.catch((one: unknown) => one)
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
  expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code, message })
  if (!(error instanceof Stripe.errors.StripeCardError)) return
  expect(error.decline_code || undefined).toBe(declineCode)
  expect(error.doc_url).toBe(`https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`)
  expect(error.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
  expect(error.payment_method).toMatchObject({ object: 'payment_method', card: { last4: number.slice(-4) } })
  expect(error.headers?.['request-id']).toBe(error.requestId)

  const after = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code, message, type: 'card_error', charge: error.charge },
    latest_charge: { status: 'failed', paid: false, failure_code: code, failure_message: message },
  })
  const again = await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
  expect(again).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test.each(testCards.filter(card => card.outcome === 'succeeds'))('$number of $brand pays', async card => {
  const sandbox = await startSandbox()
  const { result } = await payWith(sandbox, card.number)
  const paid = await result
  expect(paid.status).toBe('succeeded')
  const charge = await sandbox.stripe.charges.retrieve(String(paid.latest_charge))
  expect(charge).toMatchObject({
    paid: true,
    amount_captured: 7500,
    outcome: { type: 'authorized', network_status: 'approved_by_network' },
    payment_method_details: { type: 'card', card: { brand: card.brand, last4: card.number.slice(-4) } },
    billing_details: { address: { postal_code: '94110' } },
  })
})

test.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['424242424242', {}, 'incorrect_number'],
  ['4242424242424242', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
  ['4242424242424242', { 'card[exp_year]': '2020' }, 'invalid_expiry_year'],
  ['4242424242424242', { 'card[cvc]': '12' }, 'invalid_cvc'],
])('%s with %j is no card: %s', async (number, more, code) => {
  const sandbox = await startSandbox()
  const params = { type: 'card', 'card[number]': number, 'card[exp_month]': '12', 'card[exp_year]': '34', ...more }
  const { status, body } = await browserPost(sandbox, '/v1/payment_methods', { params })
  expect(status).toBe(402)
  expect(body.error).toMatchObject({ type: 'card_error', code })
})

test('a number that is no test card is refused and not written down', async () => {
  const sandbox = await startSandbox()
  const { status, body } = await enterCard(sandbox, '4539578763621486')
  expect(status).toBe(402)
  expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
})

test('every test card is a card, and named once', () => {
  expect(new Set(testCards.map(card => card.number)).size).toBe(testCards.length)
  const names = testCards.flatMap(card => card.names)
  expect(new Set(names).size).toBe(names.length)
  for (const card of testCards) {
    expect(numberState(card.number), card.number).toBe('complete')
    expect(card.label).not.toBe('')
  }
})

test.each([
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_chargeDeclined',
  'pm_card_visa_chargeDeclined',
  'pm_card_authenticationRequired',
])('%s stands for a new payment method', async name => {
  const { stripe } = await startSandbox()
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    payment_method: name,
    allowed_payment_method_types: ['card'],
  })
  expect(intent.payment_method).toMatch(/^pm_(?!card)/)
  const method = await stripe.paymentMethods.retrieve(String(intent.payment_method))
  expect((await stripe.paymentMethods.retrieve(name)).card?.last4).toBe(method.card?.last4)
})

test('a payment method pays once', async () => {
  const { stripe } = await startSandbox()
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  const pay = () =>
    stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      payment_method: method.id,
      confirm: true,
      allowed_payment_method_types: ['card'],
    })
  expect((await pay()).status).toBe('succeeded')
  await expect(pay()).rejects.toThrow('It may not be used again')
})
