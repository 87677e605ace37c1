import type Stripe from 'stripe'

/** Where the SDK finds an API that is not at Stripe's own address, from its origin. */
export function stripeAddress(apiUrl: string): Stripe.StripeConfig {
  const { hostname, port, protocol } = new URL(apiUrl)
  const scheme = protocol === 'https:' ? 'https' : 'http'
  return { host: hostname, port: port || (scheme === 'https' ? 443 : 80), protocol: scheme }
}
