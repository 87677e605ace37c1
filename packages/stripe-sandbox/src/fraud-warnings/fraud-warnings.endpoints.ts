import type { FraudWarningRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { presentFraudWarning } from './present-fraud-warning.ts'

export const fraudWarningEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings',
    run({ context, params }) {
      const page = readPageParams(params)
      const intentId = params.filledText('payment_intent')
      const chargeId = params.filledText('charge')
      params.done()
      const records = context.tx
        .all('fraudWarnings')
        .filter(one => intentId === undefined || one.intentId === intentId)
        .filter(one => chargeId === undefined || one.chargeId === chargeId)
      const show = (warning: FraudWarningRecord) => presentFraudWarning(warning, context.tx)
      const list = { records, kind: 'early fraud warning', url: '/v1/radar/early_fraud_warnings', show }
      return { object: listPage(list, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/radar/early_fraud_warnings/:id',
    run({ context, params, id }) {
      params.done()
      const warning = context.tx.get('fraudWarnings', id)
      if (!warning) throw missing('early fraud warning', id)
      return { object: presentFraudWarning(warning, context.tx) }
    },
  },
]
