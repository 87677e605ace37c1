import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import { readCurrency } from '../intents/read-intent-params.ts'
import type { TransferRecord } from '../state/connect-records.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { createTransfer } from './create-transfer.ts'
import { findTransfer } from './find-transfer.ts'
import { presentTransfer } from './present-transfer.ts'

export const transferEndpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/v1/transfers',
    run({ context, params }) {
      const asked = {
        amount: params.integer('amount', { min: 1 }),
        currency: readCurrency(params) ?? params.requiredText('currency'),
        destination: params.requiredText('destination'),
        sourceTransaction: params.filledText('source_transaction'),
        transferGroup: params.filledText('transfer_group') ?? null,
        description: params.filledText('description') ?? null,
        metadata: params.metadata(),
      }
      params.oneOf('source_type', ['card'])
      params.done()
      return { object: presentTransfer(createTransfer(context, asked), context.tx) }
    },
  },
  {
    method: 'GET',
    path: '/v1/transfers',
    run({ context, params }) {
      const page = readPageParams(params)
      const group = params.filledText('transfer_group')
      const destination = params.filledText('destination')
      params.done()
      const records = transfersOf(context, group, destination)
      const show = (transfer: TransferRecord) => presentTransfer(transfer, context.tx)
      return { object: listPage({ records, kind: 'transfer', url: '/v1/transfers', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/transfers/:id',
    run({ context, params, id }) {
      params.done()
      return { object: presentTransfer(findTransfer(context, id), context.tx) }
    },
  },
  {
    method: 'POST',
    path: '/v1/transfers/:id',
    run({ context, params, id }) {
      const transfer = findTransfer(context, id)
      const description = params.text('description')
      const metadata = params.metadata(transfer.metadata)
      params.done()
      const updated = { ...transfer, metadata, ...(description !== undefined && { description }) }
      context.tx.put('transfers', updated)
      recordEvent(context, 'transfer.updated', {
        object: presentTransfer(updated, context.tx),
        previousAttributes: { metadata: transfer.metadata },
      })
      return { object: presentTransfer(updated, context.tx) }
    },
  },
]

function transfersOf({ tx }: Context, group: string | undefined, destination: string | undefined): TransferRecord[] {
  if (group !== undefined) {
    return tx
      .by('transfers', 'transferGroup', group)
      .filter(one => destination === undefined || one.destination === destination)
  }
  return destination === undefined ? tx.all('transfers') : tx.by('transfers', 'destination', destination)
}
