import { Stripe } from 'stripe'
import { onTestFinished } from 'vitest'
import { type CardPayments, type CardPaymentsOptions, startStripeSandbox } from '../start-stripe-sandbox.ts'

export const SECRET_KEY = 'sk_test_second_ring'
export const PUBLISHABLE_KEY = 'pk_test_second_ring'
export const WEBHOOK_SECRET = 'whsec_second_ring'

export type Sandbox = CardPayments & { stripe: Stripe }

/** The sandbox with the official SDK pointed at it; it is stopped after the test. */
export async function startSandbox(options: Partial<CardPaymentsOptions> = {}): Promise<Sandbox> {
  const running = await startStripeSandbox({ secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, ...options })
  onTestFinished(() => running.stop())
  return { ...running, stripe: connect(running.url) }
}

/** The official SDK on the sandbox, without the retries that would hide an answer. */
export function connect(url: string, key = SECRET_KEY): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

/** A request as a browser sends it with the publishable key; `origin` is that of the page, the sandbox's own unless said. */
export async function browserPost(
  sandbox: CardPayments,
  path: string,
  given: { params: Record<string, string>; origin?: string; key?: string },
) {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: { origin: given.origin ?? sandbox.url },
    body: new URLSearchParams({ key: given.key ?? PUBLISHABLE_KEY, ...given.params }),
  })
  const body = (await response.json()) as ApiBody
  return { status: response.status, headers: response.headers, body }
}

/** An answer of the API that a test looks into. */
export type ApiBody = { id: string; error?: Record<string, unknown>; [member: string]: unknown }

/** Types a card into the element, as it were: the id of the payment method that its frame makes. */
export async function enterCard(sandbox: CardPayments, number: string, given: { cvc?: string; address?: string } = {}) {
  const params = {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': '2034',
    'card[cvc]': given.cvc ?? (/^3[47]/.test(number) ? '1234' : '123'),
    'billing_details[address][postal_code]': '94110',
    ...(given.address && { 'billing_details[address][line1]': given.address }),
  }
  return browserPost(sandbox, '/v1/payment_methods', { params })
}
