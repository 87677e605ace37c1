import type { Stripe } from 'stripe'
import { behaviourOf } from '../cards/behaviours.ts'
import type { CardRecord, PaymentMethodRecord } from '../state/records.ts'

/** The payment method as the API shows it. */
export function presentPaymentMethod(method: PaymentMethodRecord): Stripe.PaymentMethod {
  return {
    id: method.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: method.billingDetails,
    card: {
      brand: method.card.brand,
      checks: checksOf(method.card, method.billingDetails),
      country: method.card.country,
      display_brand: displayBrand(method.card),
      exp_month: method.card.expMonth,
      exp_year: method.card.expYear,
      fingerprint: method.card.fingerprint,
      funding: method.card.funding,
      generated_from: null,
      last4: method.card.last4,
      networks: { available: method.card.networks, preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: behaviourOf(method.card).authentication !== 'not_supported' },
      wallet: null,
    },
    created: method.created,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: method.metadata,
    type: 'card',
  }
}

/** What the issuer said of the address and the security code; of what was not given, nothing. */
export function checksOf(card: CardRecord, billing: Stripe.PaymentMethod.BillingDetails) {
  const { checks } = behaviourOf(card)
  return {
    address_line1_check: billing.address?.line1 ? checks.line1 : null,
    address_postal_code_check: billing.address?.postal_code ? checks.postalCode : null,
    cvc_check: card.cvcGiven ? checks.cvc : null,
  }
}

function displayBrand(card: CardRecord): string {
  if (card.brand === 'amex') return 'american_express'
  return card.brand === 'diners' ? 'diners_club' : card.brand
}
