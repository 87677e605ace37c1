import type { Reader } from '../state/store.ts'
import { type ApiError, invalidRequest, noAccess } from './api-error.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The connected account that a request acts for, from its header `Stripe-Account`; null for the platform.
 * @throws ApiError 403 when the platform has no such account, 400 where the sandbox does not carry the call out for one
 */
export function readStripeAccount(reader: Reader, endpoint: Endpoint, header: string | undefined): string | null {
  if (header === undefined || header === '') return null
  const account = reader.get('accounts', header)
  if (!account || account.deleted) throw noAccess(header)
  if (!endpoint.onAccount) throw notCarriedOut(endpoint)
  return account.id
}

function notCarriedOut({ method, path }: Endpoint): ApiError {
  return invalidRequest(`The card payment sandbox does not carry out 'Stripe-Account' for ${method} ${path}.`)
}
