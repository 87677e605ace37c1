import { recordEvent } from '../events/record-event.ts'
import { readCurrency } from '../intents/read-intent-params.ts'
import type { PayoutRecord } from '../state/connect-records.ts'
import { notAllowed } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams, readRange } from '../wire/paging.ts'
import { createPayout } from './create-payout.ts'
import { findPayout } from './find-payout.ts'
import { presentPayout } from './present-payout.ts'
import { settlePayout } from './settle-payout.ts'

const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

export const payoutEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/payouts',
    onAccount: true,
    run({ context, params }) {
      const asked = {
        amount: params.requiredInteger('amount', { min: 1 }),
        currency: readCurrency(params) ?? params.requiredText('currency'),
        destination: params.filledText('destination'),
        method: params.oneOf('method', ['standard', 'instant']) ?? 'standard',
        description: params.filledText('description') ?? null,
        statementDescriptor: params.text('statement_descriptor', 22) ?? null,
        metadata: params.metadata(),
      }
      params.oneOf('source_type', ['card'])
      params.refuse('payout_method')
      params.done()
      return { object: presentPayout(createPayout(context, asked)) }
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts',
    onAccount: true,
    run({ context, params }) {
      const page = readPageParams(params)
      const status = params.oneOf('status', STATUSES)
      const destination = params.filledText('destination')
      const arrivesWithin = readRange(params, 'arrival_date')
      params.done()
      const records = context.tx
        .by('payouts', 'accountId', context.accountId)
        .filter(one => status === undefined || one.status === status)
        .filter(one => destination === undefined || one.destination === destination)
        .filter(one => arrivesWithin(one.arrivalDate))
      return { object: listPage({ records, kind: 'payout', url: '/v1/payouts', show: presentPayout }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts/:id',
    onAccount: true,
    run({ context, params, id }) {
      params.done()
      return { object: presentPayout(findPayout(context, id)) }
    },
  },
  {
    method: 'POST',
    path: '/v1/payouts/:id',
    onAccount: true,
    run({ context, params, id }) {
      const payout = findPayout(context, id)
      const updated: PayoutRecord = { ...payout, metadata: params.metadata(payout.metadata) }
      params.done()
      context.tx.put('payouts', updated)
      recordEvent(context, 'payout.updated', {
        object: presentPayout(updated),
        previousAttributes: { metadata: payout.metadata },
        accountId: payout.accountId,
      })
      return { object: presentPayout(updated) }
    },
  },
  {
    method: 'POST',
    path: '/v1/payouts/:id/cancel',
    onAccount: true,
    run({ context, params, id }) {
      const payout = findPayout(context, id)
      params.done()
      if (payout.status !== 'pending') {
        throw notAllowed(
          `This payout cannot be canceled: it is ${payout.status}. Only pending payouts can be canceled.`,
        )
      }
      return { object: presentPayout(settlePayout(context, payout, { to: 'canceled' })) }
    },
  },
]
