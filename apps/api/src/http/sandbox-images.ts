import httpProxy from '@fastify/http-proxy'
import { DomainError } from '@second-ring/contracts/errors'
import { isFileName } from '@second-ring/pictures/picture-store'
import { NO_FORM } from '@second-ring/pictures/receive-upload'
import { failure } from '@second-ring/pictures/upload-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimits } from '#platform/rate-limits.ts'
import { answerError } from './rest/errors.ts'

/** Headers that are of the connection to this server: the one to the image host has its own, and refuses these. */
const ofConnection = ['expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']

type Headers = Record<string, string | string[] | undefined>

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
  const replyOptions = { rewriteRequestHeaders: (_request: unknown, headers: Headers) => withoutConnection(headers) }
  await app.register(httpProxy, {
    upstream,
    replyOptions,
    disableRequestLogging: true,
    prefix: '/1/upload',
    rewritePrefix: '/1/upload',
    httpMethods: ['POST', 'OPTIONS'],
    // The host takes so many uploads at once, and no more.
    config: { hasOwnBound: true },
    async preHandler(request, reply) {
      await rateLimits.countAddress('upload', request.ip)
      // The host ends connections on which other bodies are still coming, before its answer can be read.
      const isForm = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')
      if (request.method === 'POST' && !isForm) return reply.code(415).send(failure(415, NO_FORM))
    },
  })
  await app.register(httpProxy, {
    upstream,
    replyOptions,
    disableRequestLogging: true,
    prefix: '/images',
    rewritePrefix: '/images',
    httpMethods: ['GET', 'HEAD'],
    async preHandler(request, reply) {
      const { '*': name = '' } = request.params as { '*'?: string }
      if (!isFileName(name)) return reply.code(404).send(failure(404, 'There is no such picture.'))
    },
  })
}

function withoutConnection(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)))
}

/** An error in the words and the shape of the image host. */
function answerAsHost(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') return answerError(error, request, reply)
  return reply.code(429).header('retry-after', error.retryAfterS).send(failure(429, error.message))
}
