import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Context } from '../context.ts'
import { trimIntent } from '../intents/present-intent.ts'
import type { Store } from '../state/store.ts'
import { ApiError } from './api-error.ts'
import { type ApiKeys, authenticate, type KeyKind, requireSecretKey } from './authenticate.ts'
import type { Endpoint, Reply } from './endpoint.ts'
import { answerError, toApiError } from './error-answer.ts'
import { expand } from './expand.ts'
import { type Form, parseForm } from './form-body.ts'
import type { IdempotencyGuard, Turn } from './idempotency.ts'
import { isFromOwnPage } from './own-page.ts'
import { ParamReader } from './param-reader.ts'
import type { Call } from './provider-fault.ts'

export type EndpointHost = {
  store: Store
  clock: Clock
  keys: ApiKeys
  idempotency: IdempotencyGuard
  tellsWebhook: boolean
  /** Resolves when the card network has taken the request. */
  awaitCardNetwork: () => Promise<void>
  /** Delays a call, or fails it by throwing. */
  disturb: (call: Call) => Promise<void>
  /** Called after changes were written, with the ids of the events to tell. */
  tell: (eventIds: readonly string[]) => void
  /** Hears of errors that were not foreseen. */
  report: (error: unknown) => void
}

/** Puts an endpoint on the server: key, idempotency, one transaction, expansion, and the provider's headers. */
export function serveEndpoint(app: FastifyInstance, endpoint: Endpoint, host: EndpointHost): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const form = readForm(request)
      const keyKind = endpoint.keys === 'none' ? 'publishable' : keyKindOf(request, form, host.keys)
      if (endpoint.keys === undefined || endpoint.keys === 'secret') requireSecretKey(keyKind)
      const key = request.method === 'POST' ? singleHeader(request, 'idempotency-key') : undefined
      const work = { endpoint, host, form, keyKind, key: key ?? null }
      if (!key) return answer(reply, await carryOut(request, work, undefined))

      void reply.header('idempotency-key', key)
      const entered = host.idempotency.enter({ keyKind, key, endpoint: pathOf(request), form })
      if ('earlier' in entered) {
        const { status, body, requestId } = entered.earlier
        void reply.header('original-request', requestId).header('idempotent-replayed', 'true')
        if (status >= 500) void reply.header('stripe-should-retry', 'false')
        return answer(reply, { status, body })
      }
      void reply.header('original-request', request.id)
      try {
        return answer(reply, await carryOut(request, work, entered.turn))
      } finally {
        entered.turn.leave()
      }
    },
  })
}

type Work = { endpoint: Endpoint; host: EndpointHost; form: Form; keyKind: KeyKind; key: string | null }
type Answer = { status: number; body: string }

/** Runs the endpoint. The answer that belongs to an idempotency key is written together with what it caused. */
async function carryOut(request: FastifyRequest, work: Work, turn: Turn | undefined): Promise<Answer> {
  const { host, endpoint } = work
  try {
    await host.disturb({ method: endpoint.method, path: pathOf(request) })
    if (endpoint.asksCardNetwork) await host.awaitCardNetwork()
    const context = contextOf(request, work)
    const reply = run(request, work, context)
    const given = 'refusal' in reply ? errorAnswer(request, work, reply.refusal) : objectAnswer(reply.object)
    if (turn) context.tx.put('idempotency', turn.answered(given.status, given.body, request.id))
    context.tx.commit()
    host.tell(context.toTell)
    return given
  } catch (error) {
    const refusal = toApiError(error, host.report)
    const given = errorAnswer(request, work, refusal)
    if (turn && refusal.stage === 'execution') {
      const tx = host.store.begin()
      tx.put('idempotency', turn.answered(given.status, given.body, request.id))
      tx.commit()
    }
    return given
  }
}

function run(request: FastifyRequest, { endpoint, form, keyKind }: Work, context: Context): Reply {
  const params = new ParamReader(form)
  const paths = params.list('expand') ?? []
  params.text('key')
  const { id = '' } = request.params as { id?: string }
  const reply = endpoint.run({ context, params, id, keyKind, fromOwnPage: isFromOwnPage(request) })
  if ('refusal' in reply) return reply
  const object = expand(reply.object, paths, context.tx)
  return { object: keyKind === 'publishable' ? withoutPrivateMembers(object) : object }
}

function contextOf(request: FastifyRequest, { host, key }: Work): Context {
  return {
    tx: host.store.begin(),
    now: Math.floor(host.clock.now() / 1000),
    requestId: request.id,
    idempotencyKey: key,
    tellsWebhook: host.tellsWebhook,
    toTell: [],
  }
}

function objectAnswer(object: object): Answer {
  return { status: 200, body: JSON.stringify(object, null, 2) }
}

function errorAnswer(request: FastifyRequest, { keyKind }: Work, error: ApiError): Answer {
  const { payment_intent: intent, ...body } = error.body
  const shown = intent && { payment_intent: keyKind === 'publishable' ? trimIntent(intent) : intent }
  return answerError(new ApiError(error.status, body, error.stage), request.id, shown)
}

function withoutPrivateMembers(object: object): object {
  return 'object' in object && object.object === 'payment_intent' ? trimIntent(object) : object
}

function answer(reply: FastifyReply, { status, body }: Answer): FastifyReply {
  return reply.code(status).type('application/json').send(body)
}

function keyKindOf(request: FastifyRequest, form: Form, keys: ApiKeys): KeyKind {
  return authenticate(keys, request.headers.authorization, typeof form.key === 'string' ? form.key : undefined)
}

function readForm(request: FastifyRequest): Form {
  const query = parseForm(request.url.split('?').slice(1).join('?'))
  const body = request.method === 'POST' ? ((request.body ?? {}) as Form) : {}
  return { ...query, ...body }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
