import type { BalanceTransactionRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { presentBalanceTransaction } from './present-balance-transaction.ts'

export const balanceEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    run({ context, params }) {
      const page = readPageParams(params)
      const sourceId = params.filledText('source')
      const type = params.filledText('type')
      params.refuse('payout', 'currency')
      params.done()
      const records = context.tx
        .all('balanceTransactions')
        .filter(one => sourceId === undefined || one.sourceId === sourceId)
        .filter(one => type === undefined || one.type === type)
      const list = {
        records,
        kind: 'balance transaction',
        url: '/v1/balance_transactions',
        show: (record: BalanceTransactionRecord) => presentBalanceTransaction(record, context.now),
      }
      return { object: listPage(list, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    run({ context, params, id }) {
      params.done()
      const record = context.tx.get('balanceTransactions', id)
      if (!record) throw missing('balance transaction', id)
      return { object: presentBalanceTransaction(record, context.now) }
    },
  },
]
