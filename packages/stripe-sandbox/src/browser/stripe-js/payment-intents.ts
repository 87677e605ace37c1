import { callApi } from '../api/call-api.ts'
import type { ApiFailure, ApiObject, CollectResult, FormParams } from '../messages.ts'
import { showChallenge } from './challenge.ts'
import { collectPaymentMethod, type PaymentMethodData } from './collect-card.ts'
import { IntegrationError } from './integration-error.ts'
import { scriptOrigin } from './script-origin.ts'

export type IntentResult =
  | { paymentIntent: ApiObject; error?: undefined }
  | { error: ApiFailure; paymentIntent?: undefined }
export type ConfirmData = FormParams & { payment_method?: unknown }

const confirming = new Set<string>()

/** Pays an intent: collects the card, confirms, and shows the challenge when the card's issuer asks for one. */
export async function confirmCardPayment(
  key: string,
  clientSecret: string,
  given: { data: ConfirmData; handleActions: boolean },
): Promise<IntentResult> {
  const address = addressOf(clientSecret, 'confirmCardPayment')
  if (confirming.has(clientSecret)) {
    throw new IntegrationError(
      'You have an in-flight confirmCardPayment! Please be sure to disable your form submit button when confirmCardPayment is called.',
    )
  }
  confirming.add(clientSecret)
  try {
    const { payment_method: method, ...rest } = given.data
    if (method === undefined) {
      const current = await retrieveIntent(key, clientSecret)
      const status = current.paymentIntent?.status
      if (!current.paymentIntent || status === 'succeeded' || status === 'processing') return current
      if (status === 'requires_action') return given.handleActions ? handleAction(key, current.paymentIntent) : current
    }
    const collected = await paymentMethodId(key, method)
    if (typeof collected === 'object') return collected
    const confirmed = await callApi('POST', `${address}/confirm`, {
      ...rest,
      ...(collected && { payment_method: collected }),
      expected_payment_method_type: 'card',
      use_stripe_sdk: true,
      client_secret: clientSecret,
      key,
    })
    const result = toResult(confirmed)
    return result.paymentIntent && given.handleActions ? handleAction(key, result.paymentIntent) : result
  } finally {
    confirming.delete(clientSecret)
  }
}

export async function retrieveIntent(key: string, clientSecret: string): Promise<IntentResult> {
  const address = addressOf(clientSecret, 'retrievePaymentIntent')
  return toResult(await callApi('GET', address, { client_secret: clientSecret, key }))
}

/** Does what an intent in `requires_action` waits for; any other is answered as it is. */
export async function handleAction(key: string, intent: ApiObject): Promise<IntentResult> {
  const path = challengePathOf(intent)
  if (path === undefined) return { paymentIntent: intent }
  const answered = await showChallenge(path)
  const result = await retrieveIntent(key, String(intent.client_secret))
  const after = result.paymentIntent
  if (after?.status === 'requires_payment_method') {
    return { error: { ...(after.last_payment_error as ApiFailure), payment_intent: after } }
  }
  return after?.status === 'requires_action' && !answered ? { error: notShown } : result
}

const notShown = {
  type: 'api_connection_error',
  message: "The card issuer's challenge could not be shown. You have not been charged. Please try again.",
}

function challengePathOf(intent: ApiObject): string | undefined {
  if (intent.status !== 'requires_action') return undefined
  const action = intent.next_action as { use_stripe_sdk?: { stripe_js?: string } } | null
  const path = action?.use_stripe_sdk?.stripe_js
  return path?.startsWith('/v3/challenge/') ? path : undefined
}

/** The id to confirm with, or the error that keeps it from being made. */
async function paymentMethodId(key: string, method: unknown): Promise<string | undefined | { error: ApiFailure }> {
  if (method === undefined || typeof method === 'string') return method
  if (typeof method !== 'object' || method === null) throw new IntegrationError('Invalid value for payment_method.')
  const collected = await collectPaymentMethod(key, method as PaymentMethodData)
  return 'error' in collected ? collected : collected.object.id
}

function toResult(result: CollectResult): IntentResult {
  return 'error' in result ? result : { paymentIntent: result.object }
}

function addressOf(clientSecret: unknown, method: string): string {
  const match = typeof clientSecret === 'string' ? /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret) : null
  if (match) return `${scriptOrigin}/v1/payment_intents/${match[1]}`
  throw new IntegrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${clientSecret}.`,
  )
}
