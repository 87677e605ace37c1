import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { API_VERSION } from '../api-version.ts'
import { browserPost, startSandbox } from '../testing/start-sandbox.ts'

const sdk = createRequire(import.meta.url).resolve('stripe')

/** The members that the official SDK declares of an object, those it always has first. */
function declaredMembers(file: string, name: string): { required: string[]; all: string[] } {
  const declarations = readFileSync(new URL(`../esm/resources/${file}.d.ts`, `file://${sdk}`), 'utf8')
  const body = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(declarations)?.[1] ?? ''
  const members = [...body.matchAll(/^ {4}(\w+)(\??): /gm)].map(([, member = '', optional]) => ({ member, optional }))
  return {
    required: members.filter(({ optional }) => optional === '').map(({ member }) => member),
    all: members.map(({ member }) => member),
  }
}

/** The objects that the sandbox answers, as they are on the wire. */
async function answers() {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_createDispute',
    confirm: true,
  })
  const other = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  const card = { 'card[number]': '4242424242424242', 'card[exp_month]': '12', 'card[exp_year]': '34' }
  return {
    PaymentIntent: intent,
    Charge: await stripe.charges.retrieve(String(intent.latest_charge)),
    PaymentMethod: await stripe.paymentMethods.retrieve(String(intent.payment_method)),
    Refund: await stripe.refunds.create({ payment_intent: other.id }),
    Dispute: (await stripe.disputes.list()).data[0],
    EventBase: (await stripe.events.list()).data[0],
    Token: (await browserPost(sandbox, '/v1/tokens', { params: card })).body,
  }
}

test.each([
  ['PaymentIntents', 'PaymentIntent'],
  ['Charges', 'Charge'],
  ['PaymentMethods', 'PaymentMethod'],
  ['Refunds', 'Refund'],
  ['Disputes', 'Dispute'],
  ['Events', 'EventBase'],
  ['Tokens', 'Token'],
] as const)(
  '%s: an answer has every member that the SDK’s types promise, and none that they do not know',
  async (file, name) => {
    const { required, all } = declaredMembers(file, name)
    expect(required.length).toBeGreaterThan(4)
    const members = Object.keys((await answers())[name] ?? {})
    expect(required.filter(member => !members.includes(member))).toEqual([])
    expect(members.filter(member => !all.includes(member) && member !== 'radar_options')).toEqual([])
  },
)

test('the sandbox speaks the version of the API that the SDK is pinned to', () => {
  expect(API_VERSION).toBe(Stripe.API_VERSION)
})
