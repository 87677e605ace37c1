import { readShipping } from '../intents/read-intent-params.ts'
import type { ChargeRecord } from '../state/records.ts'
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
    run({ context, params }) {
      const page = readPageParams(params)
      const intentId = params.filledText('payment_intent')
      params.refuse('customer', 'transfer_group')
      params.done()
      const records = context.tx.all('charges').filter(one => intentId === undefined || one.intentId === intentId)
      const show = (charge: ChargeRecord) => presentCharge(charge, context.tx)
      return { object: listPage({ records, kind: 'charge', url: '/v1/charges', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    run({ context, params, id }) {
      params.done()
      return { object: presentCharge(findCharge(context, id), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/charges/:id',
    run({ context, params, id }) {
      const charge = findCharge(context, id)
      const update = readChargeUpdate(params, charge)
      params.refuse('customer', 'transfer_group')
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
    fraudReport: params.hash('fraud_details')?.oneOf('user_report', ['fraudulent', 'safe']) ?? charge.fraudReport,
  }
}
