import type { CollectResult, FormParams } from '../messages.ts'
import { CardElement } from './card-element.ts'
import { collectPaymentMethod, type PaymentMethodData } from './collect-card.ts'
import { Elements } from './elements.ts'
import { IntegrationError } from './integration-error.ts'
import {
  type ConfirmData,
  confirmCardPayment,
  handleAction,
  type IntentResult,
  retrieveIntent,
} from './payment-intents.ts'

/** The release that `@stripe/stripe-js` 10 expects of the script it finds in the page. */
const VERSION = 'endive'

/** `Stripe(publishableKey)`: everything that the product and `@stripe/react-stripe-js` use of it. */
export function Stripe(key: string) {
  requirePublishableKey(key)
  return {
    elements: () => new Elements(),

    createToken: async (element: unknown, data: FormParams = {}) => {
      if (!(element instanceof CardElement)) {
        throw new IntegrationError('You must provide a Stripe Element or a valid token type to create a Token.')
      }
      return named('token', await element._collect({ as: 'token', key, params: data }))
    },

    createPaymentMethod: async (
      typeOrData: string | PaymentMethodData,
      element?: unknown,
      more: PaymentMethodData = {},
    ) => {
      const data = typeof typeOrData === 'string' ? { ...more, type: typeOrData, card: element } : typeOrData
      return named('paymentMethod', await collectPaymentMethod(key, data as PaymentMethodData))
    },

    confirmCardPayment: async (
      clientSecret: string,
      data: ConfirmData = {},
      options: { handleActions?: boolean } = {},
    ): Promise<IntentResult> =>
      confirmCardPayment(key, clientSecret, { data, handleActions: options.handleActions ?? true }),

    handleCardAction: async (clientSecret: string): Promise<IntentResult> => nextAction(key, clientSecret),

    handleNextAction: async ({ clientSecret }: { clientSecret: string }): Promise<IntentResult> =>
      nextAction(key, clientSecret),

    retrievePaymentIntent: async (clientSecret: string): Promise<IntentResult> => retrieveIntent(key, clientSecret),

    registerAppInfo: (_info: object): void => undefined,

    _registerWrapper: (_wrapper: object): void => undefined,
  }
}

Stripe.version = VERSION

Object.defineProperty(window, 'Stripe', { value: Stripe, writable: true, configurable: true, enumerable: true })

async function nextAction(key: string, clientSecret: string): Promise<IntentResult> {
  const current = await retrieveIntent(key, clientSecret)
  return current.paymentIntent ? handleAction(key, current.paymentIntent) : current
}

function named(name: string, result: CollectResult) {
  return 'error' in result ? result : { [name]: result.object }
}

function requirePublishableKey(key: unknown): void {
  if (typeof key !== 'string' || key === '') {
    throw new IntegrationError('Please call Stripe() with your publishable key. You used an empty string.')
  }
  if (key.startsWith('sk_')) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js.\n        Please pass a publishable key instead.',
    )
  }
}
