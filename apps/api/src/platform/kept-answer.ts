import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeptAnswer } from './read-cache.ts'

/** Whether whoever asks wants nothing that was read before they asked, such as after a change of their own. */
export function asksAnew({ headers }: FastifyRequest): boolean {
  return /\bno-cache\b/.test(headers['cache-control'] ?? '')
}

/** Sends what is kept, or word that the client has it already. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers, etag }: KeptAnswer,
): FastifyReply {
  reply.headers({ ...headers, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' })
  if (etag === null) return reply.send(body)
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.send(body)
}
