import { readRawCard, recogniseCard, tokenCard } from '../cards/read-card.ts'
import { cardOfTestToken } from '../cards/test-tokens.ts'
import type { PaymentMethodRecord, TokenRecord } from '../state/records.ts'
import { ApiError, invalidRequest, missing, notAllowed } from '../wire/api-error.ts'
import type { Call } from '../wire/endpoint.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import { mergeBillingDetails, noBillingDetails, readBillingDetails } from './billing-details.ts'

export type CardSource = Pick<PaymentMethodRecord, 'card' | 'billingDetails' | 'metadata'>

/**
 * Reads `type=card` with `card[token]`, or with the card's data where that is allowed: from the card element, which is
 * a page of this origin, with the publishable key. A token is used up by it.
 */
export function readCardSource(call: Call, params: ParamReader): CardSource {
  const type = params.requiredText('type')
  if (type !== 'card') throw invalidRequest(`The card payment sandbox takes cards, not '${type}'.`, { param: 'type' })
  const card = params.hash('card')
  if (!card) throw invalidRequest('Missing required param: card.', { code: 'parameter_missing', param: 'card' })
  const given = { billingDetails: readBillingDetails(params), metadata: params.metadata() }
  const tokenId = card.filledText('token')
  if (tokenId !== undefined) {
    const { card: held, billingDetails } = takeToken(call, tokenId)
    return { ...given, card: held, billingDetails: mergeBillingDetails(billingDetails, given.billingDetails) }
  }
  requireOwnPage(call)
  return { ...given, card: recogniseCard(readRawCard(card), call.context.now) }
}

/** @throws ApiError when card data comes from anywhere but the card element */
export function requireOwnPage(call: Call): void {
  if (call.keyKind === 'publishable' && call.fromOwnPage) return
  const message =
    call.keyKind === 'secret'
      ? 'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing.'
      : 'This integration surface is unsupported for publishable key tokenization.'
  throw new ApiError(402, { type: 'invalid_request_error', message }, 'validation')
}

function takeToken({ context }: Call, id: string): Pick<TokenRecord, 'card' | 'billingDetails'> {
  const testCard = cardOfTestToken(id)
  if (testCard) return { card: tokenCard(testCard, context.now), billingDetails: noBillingDetails }
  const token = context.tx.get('tokens', id)
  if (!token) throw missing('token', id, 'card[token]')
  if (token.used) {
    throw notAllowed(`You cannot use a Stripe token more than once: ${id}.`, {
      code: 'token_already_used',
      param: 'card[token]',
    })
  }
  context.tx.put('tokens', { ...token, used: true })
  return token
}
