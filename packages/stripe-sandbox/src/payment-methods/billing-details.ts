import type { Stripe } from 'stripe'
import type { ParamReader } from '../wire/param-reader.ts'

type BillingDetails = Stripe.PaymentMethod.BillingDetails

/** The billing details of a payment method that was given none. */
export const noBillingDetails: BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

/** Reads `billing_details` (or nothing) as the API shows it: every member there, null when not given. */
export function readBillingDetails(params: ParamReader): BillingDetails {
  const details = params.hash('billing_details')
  const address = details?.hash('address')
  return {
    address: {
      city: address?.text('city') ?? null,
      country: address?.text('country') ?? null,
      line1: address?.text('line1') ?? null,
      line2: address?.text('line2') ?? null,
      postal_code: address?.text('postal_code') ?? null,
      state: address?.text('state') ?? null,
    },
    email: details?.email('email') ?? null,
    name: details?.text('name') ?? null,
    phone: details?.text('phone') ?? null,
    tax_id: details?.text('tax_id') ?? null,
  }
}

/** What is given, over what a token already held. */
export function mergeBillingDetails(held: BillingDetails, given: BillingDetails): BillingDetails {
  const address = {
    city: given.address?.city ?? held.address?.city ?? null,
    country: given.address?.country ?? held.address?.country ?? null,
    line1: given.address?.line1 ?? held.address?.line1 ?? null,
    line2: given.address?.line2 ?? held.address?.line2 ?? null,
    postal_code: given.address?.postal_code ?? held.address?.postal_code ?? null,
    state: given.address?.state ?? held.address?.state ?? null,
  }
  return {
    address,
    email: given.email ?? held.email,
    name: given.name ?? held.name,
    phone: given.phone ?? held.phone,
    tax_id: given.tax_id ?? held.tax_id,
  }
}
