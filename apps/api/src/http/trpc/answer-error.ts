import { DomainError } from '@second-ring/contracts/errors'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { answerError } from '../rest/errors.ts'
import { describeError, headersOf, toTrpcError } from './errors.ts'

/** Answers what is rejected before tRPC is asked, in tRPC's shape: its client reads it as an error of every call. */
export function answerTrpcError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof DomainError)) return answerError(error, request, reply)
  const body = trpcErrorBody(error, request.id)
  return reply
    .code(body.error.data.httpStatus)
    .headers(headersOf([asTrpc(error)]))
    .send(body)
}

/** The body of a domain's error in tRPC's shape, as `errorFormatter` makes it of one that a procedure throws. */
export function trpcErrorBody(domainError: DomainError, requestId: string | null) {
  const error = asTrpc(domainError)
  const { message, ...described } = describeError(error)
  const httpStatus = getHTTPStatusCodeFromError(error)
  const data = { code: error.code, httpStatus, ...described, requestId }
  return { error: { message, code: TRPC_ERROR_CODES_BY_KEY[error.code], data } }
}

function asTrpc(error: DomainError): TRPCError {
  return toTrpcError(new TRPCError({ code: 'BAD_REQUEST', cause: error }))
}
