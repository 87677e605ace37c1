import { readShipping } from '../intents/read-intent-params.ts'
import type { ChargeRecord } from '../state/records.ts'
import { findPayment, listPayments } from '../transfers/find-payment.ts'
import { presentPayment } from '../transfers/present-payment.ts'
import { notAllowed } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import { findCharge } from './find-charge.ts'
import { presentCharge } from './present-charge.ts'
import { type ChargeUpdate, updateCharge } from './update-charge.ts'

export const chargeEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    onAccount: true,
    run({ context, params }) {
      const page = readPageParams(params)
      const group = params.filledText('transfer_group')
      const intentId = params.filledText('payment_intent')
      params.refuse('customer')
      params.done()
      if (context.accountId !== null) return { object: listPayments(context, page) }
      const { tx } = context
      const records = (group === undefined ? tx.all('charges') : tx.by('charges', 'transferGroup', group)).filter(
        one => intentId === undefined || one.intentId === intentId,
      )
      const show = (charge: ChargeRecord) => presentCharge(charge, context.tx)
      return { object: listPage({ records, kind: 'charge', url: '/v1/charges', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    onAccount: true,
    run({ context, params, id }) {
      params.done()
      if (context.accountId !== null) return { object: presentPayment(findPayment(context, id)) }
      return { object: presentCharge(findCharge(context, id), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/charges/:id',
    run({ context, params, id }) {
      const charge = findCharge(context, id)
      const update = readChargeUpdate(params, charge)
      params.refuse('customer')
      params.done()
      return { object: presentCharge(updateCharge(context, charge, update), context.tx) }
    },
  },
]

function readChargeUpdate(params: ParamReader, charge: ChargeRecord): ChargeUpdate {
  const description = params.text('description')
  const receiptEmail = params.email('receipt_email')
  return {
    description: description === undefined ? charge.description : description,
    receiptEmail: receiptEmail === undefined ? charge.receiptEmail : receiptEmail,
    metadata: params.metadata(charge.metadata),
    shipping: readShipping(params) ?? charge.shipping,
    transferGroup: readTransferGroup(params, charge),
    fraudReport: params.hash('fraud_details')?.oneOf('user_report', ['fraudulent', 'safe']) ?? charge.fraudReport,
  }
}

function readTransferGroup(params: ParamReader, charge: ChargeRecord): string | null {
  const group = params.filledText('transfer_group')
  if (group === undefined || charge.transferGroup === null || group === charge.transferGroup) {
    return group ?? charge.transferGroup
  }
  throw notAllowed('`transfer_group` may only be provided if it has not been set.', { param: 'transfer_group' })
}
