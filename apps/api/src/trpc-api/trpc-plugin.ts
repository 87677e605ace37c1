import { DomainError } from '@second-ring/contracts/errors'
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'
import { rejectManyValues } from '#http/reject-many-values.ts'
import { transportErrors } from '#http/rest/errors.ts'
import { answerTrpcError } from '#http/trpc/answer-error.ts'
import { createContext } from '#http/trpc/context.ts'
import { headersOf, reportError } from '#http/trpc/errors.ts'
import { BATCH_MAX, RPC_PREFIX } from '#http/trpc/wire.ts'
import type { Platform } from '#platform/platform.ts'
import { type AppRouter, appRouter } from './app-router.ts'

const methods = ['GET', 'POST']

/** The tRPC transport, with its own body parser. */
export async function rpcPlugin(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.setErrorHandler(answerTrpcError)
  // A call carries JSON or nothing; a form would reach the parser of the adapter, which cannot read it.
  app.addHook('onRequest', async (request, reply) => {
    // As on the REST paths: no proxy caches one user's data.
    if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store')
    // Plain JSON alone: an answer piece by piece would go on behind the server's bounds, and nobody needs one.
    request.raw.headers['trpc-accept'] = 'application/json'
    if (!methods.includes(request.method)) return reply.code(405).send(transportErrors[405])
    const type = request.headers['content-type']
    if (request.method === 'POST' && !/^application\/json\b/i.test(type ?? '')) {
      return reply.code(415).send(transportErrors[415])
    }
  })
  app.addHook('onRoute', route => {
    route.config = { ...route.config, mayShare: true }
  })
  refuseUnsafeJson(app)
  const options: FastifyTRPCPluginOptions<AppRouter> = {
    prefix: RPC_PREFIX,
    trpcOptions: {
      router: appRouter,
      maxBatchSize: BATCH_MAX,
      createContext: ({ req }) =>
        createContext(platform, {
          authorization: req.headers.authorization,
          requestId: req.id,
          address: req.ip,
          device: req.headers['user-agent'],
          sharing: req.sharing,
        }),
      responseMeta: ({ errors }) => ({ headers: headersOf(errors) }),
      onError: ({ error, path, req }) => reportError({ error, path, log: req.log }),
    },
  }
  await app.register(fastifyTRPCPlugin<AppRouter>, options)
}

// The adapter parses by itself: it would let prototypes in, and answer what cannot be read in the parser's own words.
function refuseUnsafeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addHook<{ Querystring: Record<string, unknown> }>('preHandler', async request => {
    for (const text of [request.body, request.query.input, request.query.connectionParams]) {
      if (text === undefined) continue
      if (typeof text !== 'string') throw new DomainError('INVALID_INPUT', 'input: send it once.')
      rejectManyValues(text)
      await new Promise<void>((resolve, reject) => {
        void parse(request, text, error => (error ? reject(error) : resolve()))
      })
    }
  })
}
