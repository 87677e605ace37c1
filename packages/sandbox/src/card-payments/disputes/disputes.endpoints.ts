import type { DisputeRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { presentDispute } from './present-dispute.ts'

export const disputeEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    run({ context, params }) {
      const page = readPageParams(params)
      const intentId = params.filledText('payment_intent')
      const chargeId = params.filledText('charge')
      params.done()
      const records = context.tx
        .all('disputes')
        .filter(one => intentId === undefined || one.intentId === intentId)
        .filter(one => chargeId === undefined || one.chargeId === chargeId)
      const show = (dispute: DisputeRecord) => presentDispute(dispute, context.tx)
      return { object: listPage({ records, kind: 'dispute', url: '/v1/disputes', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    run({ context, params, id }) {
      params.done()
      const dispute = context.tx.get('disputes', id)
      if (!dispute) throw missing('dispute', id)
      return { object: presentDispute(dispute, context.tx) }
    },
  },
]
