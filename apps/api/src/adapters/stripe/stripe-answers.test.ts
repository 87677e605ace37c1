import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import {
  ChargeAnswer,
  DisputeAnswer,
  IntentWithChargeAnswer,
  listAnswer,
  PaymentIntentAnswer,
  parseAnswer,
  RefundAnswer,
} from './stripe-answers.ts'

const common = { amount: 20_000, currency: 'usd', metadata: {}, created: 1_790_000_000, extra: 'ignored' }
const charge = {
  ...common,
  id: 'ch_1',
  object: 'charge',
  status: 'succeeded',
  amount_refunded: 0,
  disputed: false,
  refunded: false,
  balance_transaction: {
    id: 'txn_1',
    object: 'balance_transaction',
    amount: 100,
    fee: 33,
    currency: 'usd',
    available_on: 1_800_000_000,
  },
  payment_intent: 'pi_1',
}
const intent = {
  ...common,
  id: 'pi_1',
  object: 'payment_intent',
  status: 'succeeded',
  client_secret: 'pi_1_secret_2',
  latest_charge: charge,
}
const refund = {
  ...common,
  id: 're_1',
  object: 'refund',
  status: 'pending',
  charge: 'ch_1',
  payment_intent: { id: 'pi_1', object: 'payment_intent' },
}
const dispute = {
  ...common,
  id: 'du_1',
  object: 'dispute',
  status: 'needs_response',
  reason: 'fraudulent',
  charge: 'ch_1',
  payment_intent: null,
  balance_transactions: [],
  evidence_details: { due_by: 1_790_700_000, submission_count: 0 },
}

const code = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return 'taken'
}
const unavailable = { code: 'PROVIDER_UNAVAILABLE', cause: { cause: expect.any(z.core.$ZodError) } }

describe('an answer of the payment provider', () => {
  it('is read without what the product does not use, its references as ids', () => {
    expect(parseAnswer(IntentWithChargeAnswer, intent)).not.toHaveProperty('extra')
    expect(parseAnswer(ChargeAnswer, charge)).toMatchObject({ payment_intent: 'pi_1', amount_refunded: 0 })
    expect(parseAnswer(RefundAnswer, refund)).toMatchObject({ payment_intent: 'pi_1', status: 'pending' })
    expect(parseAnswer(DisputeAnswer, dispute)).toMatchObject({ charge: 'ch_1', payment_intent: null })
    const list = { object: 'list', data: [charge], has_more: false }
    expect(parseAnswer(listAnswer(ChargeAnswer), list).data.map(({ id }) => id)).toEqual(['ch_1'])
  })

  it('may be in a state that the provider adds later', () => {
    expect(parseAnswer(DisputeAnswer, { ...dispute, status: 'appeal_under_review' }).status).toBe('appeal_under_review')
    expect(parseAnswer(PaymentIntentAnswer, { ...intent, status: 'requires_patience' }).status).toBe(
      'requires_patience',
    )
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['{}', {}],
    ['a page', '<!doctype html>'],
    ['an error', { error: { type: 'api_error' } }],
    ['metadata: null', { ...intent, metadata: null }],
    ['metadata with a number', { ...intent, metadata: { orderId: 1 } }],
    ['an amount below nothing', { ...intent, amount: -1 }],
    ['an amount with a fraction', { ...intent, amount: 0.5 }],
    ['another object', { ...intent, object: 'charge' }],
    ['another id', { ...intent, id: 'ch_1' }],
    ['no latest_charge', { ...intent, latest_charge: undefined }],
  ])('is an outage when it is %s', (_what, answer) => {
    expect(code(() => parseAnswer(PaymentIntentAnswer, answer))).toMatchObject(unavailable)
    expect(code(() => parseAnswer(IntentWithChargeAnswer, answer))).toMatchObject(unavailable)
  })

  it.each([
    ['a success without a charge', { ...intent, latest_charge: null }],
    ['a success whose charge failed', { ...intent, latest_charge: { ...charge, status: 'failed' } }],
    ['a charge by its id alone', { ...intent, latest_charge: 'ch_1' }],
    ['a charge that does not say whether it is disputed', { ...intent, latest_charge: { ...charge, disputed: null } }],
  ])('is an outage when it was asked for with its charge and is %s', (_what, answer) => {
    expect(code(() => parseAnswer(IntentWithChargeAnswer, answer))).toMatchObject(unavailable)
  })

  it('is an outage when one of a list is not readable', () => {
    const list = { object: 'list', data: [charge, {}], has_more: false }
    expect(code(() => parseAnswer(listAnswer(ChargeAnswer), list))).toMatchObject(unavailable)
    expect(code(() => parseAnswer(listAnswer(ChargeAnswer), { data: [] }))).toMatchObject(unavailable)
  })
})
