import type { ChargeRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { presentCharge } from './present-charge.ts'

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
      const charge = context.tx.get('charges', id)
      if (!charge) throw missing('charge', id)
      return { object: presentCharge(charge, context.tx) }
    },
  },
]
