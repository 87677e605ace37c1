import type { BalanceTransactionRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { presentBalance } from './present-balance.ts'
import { presentBalanceTransaction } from './present-balance-transaction.ts'

export const balanceEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/balance',
    onAccount: true,
    run({ context, params }) {
      params.done()
      return { object: presentBalance(context) }
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    onAccount: true,
    run({ context, params }) {
      const page = readPageParams(params)
      const sourceId = params.filledText('source')
      const type = params.filledText('type')
      const currency = params.filledText('currency')
      params.refuse('payout')
      params.done()
      const records = context.tx
        .by('balanceTransactions', 'accountId', context.accountId)
        .filter(one => currency === undefined || one.currency === currency)
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
    onAccount: true,
    run({ context, params, id }) {
      params.done()
      const record = context.tx.get('balanceTransactions', id)
      if (record?.accountId !== context.accountId) throw missing('balance transaction', id)
      return { object: presentBalanceTransaction(record, context.now) }
    },
  },
]
