import type { Endpoint } from '../wire/endpoint.ts'
import type { ParamReader } from '../wire/param-reader.ts'
import { CALL_FAULTS, type CallFaults, type NewCallFault } from './call-faults.ts'
import { type NewWebhookFault, WEBHOOK_FAULTS, type WebhookFaults } from './webhook-faults.ts'

/** Test calls that order, list and clear faults. */
export function faultEndpoints(calls: CallFaults, webhooks: WebhookFaults): Endpoint[] {
  const list = <Fault>(data: Fault[]) => ({ object: { object: 'list', data } })
  return [
    { method: 'GET', path: '/sandbox/faults', run: () => list(calls.list()) },
    {
      method: 'POST',
      path: '/sandbox/faults',
      run: ({ params }) => ({ object: calls.add(readCallFault(params)) }),
    },
    {
      method: 'POST',
      path: '/sandbox/faults/release',
      run() {
        calls.release()
        return list(calls.list())
      },
    },
    {
      method: 'POST',
      path: '/sandbox/faults/clear',
      run() {
        calls.clear()
        return list(calls.list())
      },
    },
    { method: 'GET', path: '/sandbox/webhook_faults', run: () => list(webhooks.list()) },
    {
      method: 'POST',
      path: '/sandbox/webhook_faults',
      run: ({ params }) => ({ object: webhooks.add(readWebhookFault(params)) }),
    },
    {
      method: 'POST',
      path: '/sandbox/webhook_faults/clear',
      run() {
        webhooks.clear()
        return list(webhooks.list())
      },
    },
  ]
}

function readCallFault(params: ParamReader): NewCallFault {
  const [method, path] = [params.oneOf('method', ['GET', 'POST']), params.filledText('path')]
  const [when, location] = [params.oneOf('when', ['before', 'after']), params.filledText('location')]
  const fault = {
    kind: params.oneOf('kind', CALL_FAULTS) ?? params.required('kind'),
    ...(method && { method }),
    ...(path && { path }),
    ...(when && { when }),
    ...(location && { location }),
    ...readTimes(params),
  }
  params.done()
  return fault
}

function readWebhookFault(params: ParamReader): NewWebhookFault {
  const type = params.filledText('type')
  const fault = {
    kind: params.oneOf('kind', WEBHOOK_FAULTS) ?? params.required('kind'),
    ...(type && { type }),
    ...readTimes(params),
  }
  params.done()
  return fault
}

function readTimes(params: ParamReader): { times?: number; milliseconds?: number } {
  const [times, milliseconds] = [params.integer('times', { min: 1 }), params.integer('milliseconds', { min: 0 })]
  return { ...(times !== undefined && { times }), ...(milliseconds !== undefined && { milliseconds }) }
}
