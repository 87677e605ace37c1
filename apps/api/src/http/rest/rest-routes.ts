import { DomainError } from '@second-ring/contracts/errors'
import { IdempotencyKey } from '@second-ring/contracts/idempotency'
import { ErrorBody } from '@second-ring/contracts/wire'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type FastifyPluginAsyncZod, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { recordRejection } from '#identity/record-rejection.ts'
import { fingerprintOf } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { observeCall } from '#platform/telemetry.ts'
import { identifyCallers } from './caller.ts'
import { inputError } from './read-input.ts'
import type { SessionCookie } from './session-cookie.ts'

export interface RestParts {
  platform: Platform
  session: SessionCookie
  /** Whether the paths take an email without proof: laboratory mode. */
  trustsEmail: boolean
}

/** Routes of one domain. The schema of each validates what it takes, serialises what it answers, and documents it. */
export type RestPlugin = FastifyPluginAsyncZod<RestParts>

/** The schema of an error that is answered in the shape of the result, or as `{ message, code }`: the first that fits is sent. */
export function orError<Answer extends z.core.$ZodType>(answer: Answer) {
  return z.union([answer, ErrorBody])
}

/** Gives the routes that are registered after it what all of REST has in common. */
export function prepareRestRoutes(app: FastifyInstance, parts: RestParts): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setSchemaErrorFormatter(([issue]) => inputError(issue?.instancePath.slice(1).split('/') ?? [], issue?.message))
  identifyCallers(app, parts)
  // Clients that send no body get the same messages as those that send an empty one.
  app.addHook('preValidation', async request => {
    if (request.routeOptions.schema?.body) request.body ??= {}
  })
  app.addHook('onRoute', route => observeRoute(route, parts))
}

function observeRoute(route: RouteOptions, { platform }: RestParts): void {
  const { handler, method, url } = route
  const isRead = method === 'GET' || method === 'HEAD'
  const name = `${isRead ? 'GET' : method} ${url}`
  if (!route.config?.access) throw new Error(`${name} does not say who may call it`)
  route.config = { ...route.config, isRest: true }
  // Thrown by the observed call below, so that bad input is counted.
  route.attachValidation = true
  route.handler = function (request, reply) {
    request.sharing?.calls.push(name)
    const work = async () => {
      if (request.validationError) throw request.validationError
      if (!isRead) readAttempt(request, name)
      const answerOf = async () => handler.call(this, request, reply)
      if (isRead) return answerOf()
      const { caller } = request
      const answer = await (caller ? platform.rateLimits.inTurn(caller.id, answerOf) : answerOf())
      // Whoever has changed something reads the change, whatever this process has cached.
      await platform.events.caughtUp()
      return answer
    }
    return observeCall(platform.telemetry, { name, work }).catch(async error => {
      await recordRejection(platform, { call: name, caller: request.caller, address: request.ip, error })
      throw error
    })
  }
}

/** Adds the attempt that `Idempotency-Key` names to the caller of a write. */
function readAttempt(request: FastifyRequest, operation: string): void {
  const given = request.headers['idempotency-key']
  if (given === undefined) return
  const key = IdempotencyKey.safeParse(given)
  if (!key.success) {
    throw new DomainError('INVALID_INPUT', 'Idempotency-Key: send one of 1 to 255 printable characters.')
  }
  if (!request.caller) return
  const { schema } = request.routeOptions
  const input = { params: schema?.params && request.params, body: schema?.body && request.body }
  request.caller = { ...request.caller, attempt: { key: key.data, operation, fingerprint: fingerprintOf(input) } }
}
