import Stripe from 'stripe'
import { stripeAddress } from './stripe-address.ts'
import { API_VERSION } from './stripe-release.ts'

export interface StripeClientSettings {
  secretKey: string
  /** Where Stripe's API is; the sandbox's origin in the sandbox, Stripe's own when absent. */
  apiUrl?: string | undefined
  /** How long to wait for an answer, in milliseconds; 3,500 by default. A call is tried twice at most. */
  requestTimeoutMs?: number | undefined
}

/** With its retry less than a person waits (`guard-providers.ts`). */
const REQUEST_TIMEOUT_MS = 3500
const RETRIES = 1

/** Stripe's own SDK for calls that somebody waits for. */
export function createStripeClient({ secretKey, apiUrl, requestTimeoutMs }: StripeClientSettings): Stripe {
  return new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl ? stripeAddress(apiUrl) : {}),
  })
}
