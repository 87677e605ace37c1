import type { EventRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { listPage, readPageParams } from '../wire/paging.ts'
import { isRetained } from './event-retention.ts'
import { presentEvent } from './present-event.ts'

export const eventEndpoints: Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/events',
    onAccount: true,
    run({ context, params }) {
      const page = readPageParams(params)
      const type = params.filledText('type')
      const types = params.list('types') ?? (type === undefined ? undefined : [type])
      params.refuse('delivery_success')
      params.done()
      const records = context.tx
        .all('events')
        .filter(event => event.accountId === context.accountId && isRetained(event, context.now))
        .filter(event => !types || types.some(one => covers(one, event.type)))
      const show = (event: EventRecord) => presentEvent(event, context.tx)
      return { object: listPage({ records, kind: 'event', url: '/v1/events', show }, page) }
    },
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    onAccount: true,
    run({ context, params, id }) {
      params.done()
      const event = context.tx.get('events', id)
      if (event?.accountId !== context.accountId || !isRetained(event, context.now)) throw missing('event', id)
      return { object: presentEvent(event, context.tx) }
    },
  },
]

/** `charge.*` covers `charge.succeeded`; other names cover themselves. */
function covers(asked: string, type: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : asked === type
}
