import { callApi } from '../api/call-api.ts'
import { digitsOf } from '../card/card-number.ts'
import { expiryDigits } from '../card/expiry.ts'
import type { CollectRequest, CollectResult, FormParams } from '../messages.ts'
import type { CardForm } from './card-form.ts'

/** Makes what the page asked for of the card in the form; its data goes to this frame's own origin only. */
export async function collect(form: CardForm, { as, key, params }: CollectRequest): Promise<CollectResult> {
  const error = form.submit()
  if (error) return { error }
  const { inputs } = form
  const expiry = expiryDigits(inputs.expiry.value)
  const card = {
    number: digitsOf(inputs.number.value),
    exp_month: expiry.slice(0, 2),
    exp_year: `20${expiry.slice(2)}`,
    cvc: digitsOf(inputs.cvc.value),
  }
  const postalCode = inputs.postalCode.value.trim() || undefined
  if (as === 'token') {
    return callApi('POST', '/v1/tokens', {
      card: { ...params, ...card, ...(postalCode && { address_zip: postalCode }) },
      key,
    })
  }
  return callApi('POST', '/v1/payment_methods', {
    ...params,
    type: 'card',
    card,
    billing_details: withPostalCode(params.billing_details, postalCode),
    key,
  })
}

/** The postal code of the element stands above one that the page gives. */
function withPostalCode(details: FormParams[string], postalCode: string | undefined): FormParams[string] {
  if (postalCode === undefined) return details
  const given = isHash(details) ? details : {}
  const address = isHash(given.address) ? given.address : {}
  return { ...given, address: { ...address, postal_code: postalCode } }
}

function isHash(value: FormParams[string]): value is FormParams {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
