import { DomainError } from '@second-ring/contracts/errors'
import { getTRPCErrorShape, TRPCError } from '@trpc/server'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerError } from '../rest/errors.ts'
import { headersOf, toTrpcError } from './errors.ts'
import { router } from './procedures.ts'

/** Answers what is refused before tRPC is asked, in tRPC's shape: its client reads it as a refusal of every call. */
export function answerRefusal(refusal: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(refusal instanceof DomainError)) return answerError(refusal, request, reply)
  const body = refusalInRpc(refusal, request.id)
  return reply
    .code(body.error.data.httpStatus)
    .headers(headersOf([asTrpc(refusal)]))
    .send(body)
}

/** A refusal as a call of tRPC is answered with one. */
export function refusalInRpc(refusal: DomainError, requestId: string | null) {
  const { data, ...shape } = getTRPCErrorShape({
    config: router({})._def._config,
    error: asTrpc(refusal),
    type: 'unknown',
    path: undefined,
    input: undefined,
    ctx: undefined,
  })
  return { error: { ...shape, data: { ...data, requestId } } }
}

function asTrpc(refusal: DomainError): TRPCError {
  return toTrpcError(new TRPCError({ code: 'BAD_REQUEST', cause: refusal }))
}
