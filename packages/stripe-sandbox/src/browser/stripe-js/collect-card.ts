import { callApi } from '../api/call-api.ts'
import type { CollectResult, FormParams } from '../messages.ts'
import { CardElement } from './card-element.ts'
import { IntegrationError } from './integration-error.ts'
import { scriptOrigin } from './script-origin.ts'

/** What a page gives as payment method data: the element or a token under `card`, and what else belongs to it. */
export type PaymentMethodData = FormParams & { type?: string; card?: unknown }

/** Makes a payment method of the card element's content, or of a token. */
export function collectPaymentMethod(key: string, data: PaymentMethodData): Promise<CollectResult> {
  const { card, type = 'card', ...params } = data
  if (type !== 'card') throw new IntegrationError(`The card payment sandbox takes cards, not '${type}'.`)
  if (card instanceof CardElement) return card._collect({ as: 'payment_method', key, params })
  if (isToken(card)) return callApi('POST', `${scriptOrigin}/v1/payment_methods`, { ...params, type, card, key })
  throw new IntegrationError('Missing the card: pass the card Element, or a token, as `card`.')
}

function isToken(card: unknown): card is { token: string } {
  return typeof card === 'object' && card !== null && 'token' in card && typeof card.token === 'string'
}
