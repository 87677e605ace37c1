import httpProxy from '@fastify/http-proxy'
import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '../platform/rate-limits.ts'
import { answerError } from '../rest/errors.ts'

interface SandboxImages {
  upstream: string
  rateLimits: RateLimits
}

/** In the sandbox the image host stands behind the site's own origin, at the paths that a real one would have. */
export async function sandboxImages(app: FastifyInstance, { upstream, rateLimits }: SandboxImages): Promise<void> {
  // Pictures are public, and clients on other sites show them too.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    // These are of the connection to the image host, and say nothing of this one.
    for (const name of ['connection', 'keep-alive']) reply.removeHeader(name)
  })
  app.setErrorHandler(answerAsHost)
  await app.register(httpProxy, {
    upstream,
    prefix: '/1/upload',
    rewritePrefix: '/1/upload',
    httpMethods: ['POST', 'OPTIONS'],
    preHandler: async request => rateLimits.countAddress('upload', request.ip),
  })
  await app.register(httpProxy, { upstream, prefix: '/images', rewritePrefix: '/images', httpMethods: ['GET', 'HEAD'] })
}

/** A refusal in the words and the shape of the image host. */
function answerAsHost(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') return answerError(error, request, reply)
  return reply
    .code(429)
    .header('retry-after', error.retryAfterS)
    .send({ success: false, status: 429, error: { message: error.message } })
}
