import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { beginContext, type ChangeHost, type Context, finishContext } from '../context.ts'
import { type Answer, answerWithFault } from '../faults/answer-with-fault.ts'
import type { CallFault, CallFaults } from '../faults/call-faults.ts'
import { trimIntent } from '../intents/present-intent.ts'
import { ApiError } from './api-error.ts'
import { type ApiKeys, authenticate, type KeyKind, requireSecretKey } from './authenticate.ts'
import type { Endpoint, Reply } from './endpoint.ts'
import { answerError, toApiError } from './error-answer.ts'
import { expand } from './expand.ts'
import { type Form, parseForm } from './form-body.ts'
import type { IdempotencyGuard, Turn } from './idempotency.ts'
import { isFromOwnPage } from './own-page.ts'
import { ParamReader } from './param-reader.ts'
import { type Call, providerFault } from './provider-fault.ts'
import { readStripeAccount } from './stripe-account.ts'

export type EndpointHost = ChangeHost & {
  keys: ApiKeys
  idempotency: IdempotencyGuard
  /** Faults that were ordered for calls of the API. */
  faults: CallFaults
  /** Resolves when the card network has taken the request. */
  awaitCardNetwork: () => Promise<void>
  /** Delays a call, or fails it by throwing. */
  disturb: (call: Call) => Promise<void>
  /** Hears of errors that were not foreseen. */
  report: (error: unknown) => void
}

/** Puts an endpoint on the server: key, idempotency, one transaction, expansion, and the provider's headers. */
export function serveEndpoint(app: FastifyInstance, endpoint: Endpoint, host: EndpointHost): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler: async (request, reply) => {
      const call = { method: endpoint.method, path: pathOf(request) }
      const fault = call.path.startsWith('/v1/') ? host.faults.take(call) : undefined
      const carryOut = () => answerOnce({ request, reply, endpoint, host, fault })
      if (!fault) return answer(reply, await carryOut())
      return answer(reply, await answerWithFault(fault, { faults: host.faults, requestId: request.id, carryOut }))
    },
  })
}

type Asked = {
  request: FastifyRequest
  reply: FastifyReply
  endpoint: Endpoint
  host: EndpointHost
  fault: CallFault | undefined
}

/** Carries a request out, or repeats the answer that its idempotency key was given before. */
async function answerOnce({ request, reply, endpoint, host, fault }: Asked): Promise<Given> {
  const form = readForm(request)
  const keyKind = endpoint.keys === 'none' ? 'publishable' : keyKindOf(request, form, host.keys)
  if (endpoint.keys === undefined || endpoint.keys === 'secret') requireSecretKey(keyKind)
  const key = request.method === 'POST' ? singleHeader(request, 'idempotency-key') : undefined
  const accountId = readStripeAccount(host.store, endpoint, singleHeader(request, 'stripe-account'))
  const work = { endpoint, host, form, keyKind, accountId, key: key ?? null, fault }
  if (!key) return carryOut(request, work, undefined)

  void reply.header('idempotency-key', key)
  const entered = host.idempotency.enter({ keyKind, accountId, key, endpoint: pathOf(request), form })
  if ('earlier' in entered) {
    const { status, body, requestId } = entered.earlier
    void reply.header('original-request', requestId).header('idempotent-replayed', 'true')
    if (status >= 500) void reply.header('stripe-should-retry', 'false')
    return { status, body }
  }
  void reply.header('original-request', request.id)
  try {
    return await carryOut(request, work, entered.turn)
  } finally {
    entered.turn.leave()
  }
}

type Work = {
  endpoint: Endpoint
  host: EndpointHost
  form: Form
  keyKind: KeyKind
  accountId: string | null
  key: string | null
  fault: CallFault | undefined
}
type Given = { status: number; body: string }

/** Runs the endpoint. The answer that belongs to an idempotency key is written together with what it caused. */
async function carryOut(request: FastifyRequest, work: Work, turn: Turn | undefined): Promise<Given> {
  const { host, endpoint, fault } = work
  try {
    if (fault?.kind === '500' && fault.when === 'before') throw providerFault(500)
    await host.disturb({ method: endpoint.method, path: pathOf(request) })
    if (endpoint.asksCardNetwork) await host.awaitCardNetwork()
    const { key: idempotencyKey, accountId } = work
    const context = beginContext(host, { requestId: request.id, idempotencyKey, accountId })
    const reply = run(request, work, context)
    const answered = 'refusal' in reply ? errorAnswer(request, work, reply.refusal) : objectAnswer(reply.object)
    const given = fault?.kind === '500' ? errorAnswer(request, work, providerFault(500)) : answered
    if (turn) context.tx.put('idempotency', turn.answered(given.status, given.body, request.id))
    finishContext(host, context)
    return given
  } catch (error) {
    const refusal = fault?.kind === '500' ? providerFault(500) : toApiError(error, host.report)
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
  const { id = '', item = '' } = request.params as { id?: string; item?: string }
  const reply = endpoint.run({ context, params, id, item, keyKind, fromOwnPage: isFromOwnPage(request) })
  if ('refusal' in reply) return reply
  const object = expand(reply.object, paths, context)
  return { object: keyKind === 'publishable' ? withoutPrivateMembers(object) : object }
}

function objectAnswer(object: object): Given {
  return { status: 200, body: JSON.stringify(object, null, 2) }
}

function errorAnswer(request: FastifyRequest, { keyKind }: Work, error: ApiError): Given {
  const { payment_intent: intent, ...body } = error.body
  const shown = intent && { payment_intent: keyKind === 'publishable' ? trimIntent(intent) : intent }
  return answerError(new ApiError(error.status, body, error.stage), request.id, shown)
}

function withoutPrivateMembers(object: object): object {
  return 'object' in object && object.object === 'payment_intent' ? trimIntent(object) : object
}

function answer(reply: FastifyReply, given: Answer): FastifyReply {
  if (given === 'cut') {
    reply.hijack()
    reply.raw.destroy()
    return reply
  }
  if (given.location !== undefined) void reply.header('location', given.location)
  return reply
    .code(given.status)
    .type(given.type ?? 'application/json')
    .send(given.body)
}

function keyKindOf(request: FastifyRequest, form: Form, keys: ApiKeys): KeyKind {
  return authenticate(keys, request.headers.authorization, typeof form.key === 'string' ? form.key : undefined)
}

function readForm(request: FastifyRequest): Form {
  const query = parseForm(request.url.split('?').slice(1).join('?'))
  const body = request.method !== 'GET' ? ((request.body ?? {}) as Form) : {}
  return { ...query, ...body }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
