import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { findReversal, findTransfer } from './find-transfer.ts'
import { presentReversal } from './present-transfer.ts'
import { reverseTransfer } from './reverse-transfer.ts'

export const reversalEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals',
    run({ context, params, id }) {
      const transfer = findTransfer(context, id)
      const asked = {
        amount: params.integer('amount', { min: 1 }),
        description: params.filledText('description') ?? null,
        metadata: params.metadata(),
      }
      params.refuse('refund_application_fee')
      params.done()
      return { object: presentReversal(reverseTransfer(context, transfer, asked)) }
    },
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals',
    run({ context, params, id }) {
      const page = readPageParams(params)
      params.done()
      const records = context.tx.by('transferReversals', 'transferId', findTransfer(context, id).id)
      const url = `/v1/transfers/${id}/reversals`
      return { object: listPage({ records, kind: 'transfer reversal', url, show: presentReversal }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id/reversals/:item',
    run({ context, params, id, item }) {
      params.done()
      return { object: presentReversal(findReversal(context, id, item)) }
    },
  },
  {
    method: 'POST',
    path: '/v1/transfers/:id/reversals/:item',
    run({ context, params, id, item }) {
      const reversal = findReversal(context, id, item)
      const updated = { ...reversal, metadata: params.metadata(reversal.metadata) }
      params.done()
      context.tx.put('transferReversals', updated)
      return { object: presentReversal(updated) }
    },
  },
]
