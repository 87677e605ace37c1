import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

/** In the sandbox the image host stands behind the site's own origin, at the paths that a real one would have. */
export async function sandboxImages(app: FastifyInstance, { upstream }: { upstream: string }): Promise<void> {
  // Pictures are public, and clients on other sites show them too.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  await app.register(httpProxy, {
    upstream,
    prefix: '/1/upload',
    rewritePrefix: '/1/upload',
    httpMethods: ['POST', 'OPTIONS'],
  })
  await app.register(httpProxy, { upstream, prefix: '/images', rewritePrefix: '/images', httpMethods: ['GET', 'HEAD'] })
}
