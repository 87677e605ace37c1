import type { Stripe } from 'stripe'
import type { IntentRecord } from '../state/records.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { ParamReader } from '../wire/param-reader.ts'

/** Bounds of an amount, in the smallest unit of its currency. Source: Stripe's API reference. */
export const MIN_AMOUNT = 50
export const MAX_AMOUNT = 99_999_999

const CURRENCIES = ['usd', 'eur', 'gbp', 'cad', 'aud', 'nzd', 'chf', 'sgd']

export function readAmount(params: ParamReader): number | undefined {
  const amount = params.integer('amount', { min: 1 })
  if (amount === undefined) return undefined
  if (amount < MIN_AMOUNT) {
    throw invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param: 'amount' })
  }
  return amount
}

export function readCurrency(params: ParamReader): string | undefined {
  const currency = params.filledText('currency')?.toLowerCase()
  if (currency === undefined || CURRENCIES.includes(currency)) return currency
  throw invalidRequest(`Invalid currency: ${currency}. This sandbox supports: ${CURRENCIES.join(', ')}`, {
    param: 'currency',
  })
}

/** The members that creating, updating and confirming may all set; those not given keep `current`'s value. */
export type IntentDetails = Pick<
  IntentRecord,
  | 'description'
  | 'metadata'
  | 'receiptEmail'
  | 'shipping'
  | 'statementDescriptor'
  | 'statementDescriptorSuffix'
  | 'transferGroup'
  | 'requestThreeDSecure'
>

export function readIntentDetails(params: ParamReader, current: IntentDetails): IntentDetails {
  return {
    description: params.text('description', 1000) ?? kept(params, 'description', current.description),
    metadata: params.metadata(current.metadata),
    receiptEmail: params.email('receipt_email') ?? kept(params, 'receipt_email', current.receiptEmail),
    shipping: readShipping(params) ?? kept(params, 'shipping', current.shipping),
    statementDescriptor:
      params.text('statement_descriptor', 22) ?? kept(params, 'statement_descriptor', current.statementDescriptor),
    statementDescriptorSuffix:
      params.text('statement_descriptor_suffix', 22) ??
      kept(params, 'statement_descriptor_suffix', current.statementDescriptorSuffix),
    transferGroup: params.text('transfer_group') ?? kept(params, 'transfer_group', current.transferGroup),
    requestThreeDSecure: readThreeDSecure(params) ?? current.requestThreeDSecure,
  }
}

export function readThreeDSecure(params: ParamReader): IntentRecord['requestThreeDSecure'] | undefined {
  const card = params.hash('payment_method_options')?.hash('card')
  return card?.oneOf('request_three_d_secure', ['automatic', 'any', 'challenge'])
}

/** `allowed_payment_method_types`; only cards are carried out. */
export function readAllowedTypes(params: ParamReader): ['card'] | undefined {
  const types = params.list('allowed_payment_method_types')
  const other = types?.find(type => type !== 'card')
  if (other === undefined) return types && ['card']
  throw invalidRequest(`The card payment sandbox takes cards, not '${other}'.`, {
    param: 'allowed_payment_method_types',
  })
}

/** `return_url`, which only payment methods that redirect need; it is checked all the same. */
export function readReturnUrl(params: ParamReader): string | undefined {
  const url = params.filledText('return_url')
  if (url === undefined || URL.canParse(url)) return url
  throw invalidRequest('Not a valid URL', { code: 'url_invalid', param: 'return_url' })
}

export function readShipping(params: ParamReader): Stripe.PaymentIntent.Shipping | undefined {
  const shipping = params.hash('shipping')
  if (!shipping) return undefined
  const address = shipping.hash('address')
  return {
    address: {
      city: address?.text('city') ?? null,
      country: address?.text('country') ?? null,
      line1: address?.text('line1') ?? null,
      line2: address?.text('line2') ?? null,
      postal_code: address?.text('postal_code') ?? null,
      state: address?.text('state') ?? null,
    },
    carrier: shipping.text('carrier') ?? null,
    name: shipping.requiredText('name'),
    phone: shipping.text('phone') ?? null,
    tracking_number: shipping.text('tracking_number') ?? null,
  }
}

/** An empty value unsets, an absent one keeps. */
function kept<Value>(params: ParamReader, name: string, current: Value): Value | null {
  return params.has(name) ? null : current
}
