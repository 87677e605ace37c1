import type { Stripe } from 'stripe'
import { readRawCard, recogniseCard } from '../cards/read-card.ts'
import { checksOf } from '../payment-methods/present-payment-method.ts'
import { requireOwnPage } from '../payment-methods/read-card-source.ts'
import { newId } from '../state/new-id.ts'
import type { TokenRecord } from '../state/records.ts'
import { invalidRequest, missing } from '../wire/api-error.ts'
import type { Call, Endpoint } from '../wire/endpoint.ts'

export const tokenEndpoints: Endpoint[] = [
  { method: 'POST', path: '/v1/tokens', keys: 'any', run: call => ({ object: presentToken(createToken(call)) }) },
  {
    method: 'GET',
    path: '/v1/tokens/:id',
    run({ context, params, id }) {
      params.done()
      const token = context.tx.get('tokens', id)
      if (!token) throw missing('token', id)
      return { object: presentToken(token) }
    },
  },
]

/** Keeps card data from the element as a token, to be used once. */
function createToken(call: Call): TokenRecord {
  const { context, params } = call
  const card = params.hash('card')
  if (!card) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  requireOwnPage(call)
  const raw = readRawCard(card)
  const part = (name: string) => card.text(name) ?? null
  const token: TokenRecord = {
    id: newId('tok'),
    created: context.now,
    card: recogniseCard(raw, context.now),
    billingDetails: {
      address: {
        city: part('address_city'),
        country: part('address_country'),
        line1: part('address_line1'),
        line2: part('address_line2'),
        postal_code: part('address_zip'),
        state: part('address_state'),
      },
      email: null,
      name: part('name'),
      phone: null,
      tax_id: null,
    },
    used: false,
  }
  card.text('currency')
  params.done()
  context.tx.put('tokens', token)
  return token
}

function presentToken(token: TokenRecord): Stripe.Token {
  const { card, billingDetails } = token
  const checks = checksOf(card, billingDetails)
  return {
    id: token.id,
    object: 'token',
    card: {
      id: token.id.replace(/^tok/, 'card'),
      object: 'card',
      address_city: billingDetails.address?.city ?? null,
      address_country: billingDetails.address?.country ?? null,
      address_line1: billingDetails.address?.line1 ?? null,
      address_line1_check: checks.address_line1_check,
      address_line2: billingDetails.address?.line2 ?? null,
      address_state: billingDetails.address?.state ?? null,
      address_zip: billingDetails.address?.postal_code ?? null,
      address_zip_check: checks.address_postal_code_check,
      brand: BRAND_NAMES[card.brand],
      country: card.country,
      cvc_check: checks.cvc_check,
      dynamic_last4: null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: card.funding,
      last4: card.last4,
      metadata: {},
      name: billingDetails.name,
      regulated_status: 'unregulated',
      tokenization_method: null,
    },
    client_ip: null,
    created: token.created,
    livemode: false,
    type: 'card',
    used: token.used,
  }
}

const BRAND_NAMES = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Unknown',
}
