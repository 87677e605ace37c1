import { timingSafeEqual } from 'node:crypto'
import type { IntentRecord } from '../state/records.ts'
import { invalidRequest } from '../wire/api-error.ts'
import type { Call } from '../wire/endpoint.ts'
import { findIntent } from './find-intent.ts'

/**
 * The intent of the address, when the caller may see it: with the publishable key only who knows its client secret.
 * @throws ApiError 400 without the client secret or with another's, 404 when there is no such intent
 */
export function authoriseIntent({ context, params, id, keyKind }: Call): IntentRecord {
  const clientSecret = params.filledText('client_secret')
  if (clientSecret === undefined && keyKind === 'publishable') {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  const intent = findIntent(context, id)
  if (clientSecret !== undefined && !isSame(clientSecret, intent.clientSecret)) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    )
  }
  return intent
}

function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
