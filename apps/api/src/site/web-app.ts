import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR_S = 365 * 24 * 3600

/** The web's build: hashed assets kept for a year, the page itself never, and the page for every path of the web. */
export async function webApp(app: FastifyInstance, { webDir }: { webDir: string }): Promise<void> {
  if (!existsSync(join(webDir, 'index.html'))) {
    throw new Error(`There is no build of the web in ${webDir}`)
  }
  await app.register(staticFiles, {
    root: webDir,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(webDir, 'assets'))
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && accepts(request.headers.accept)
    if (wantsPage && !request.url.startsWith('/assets/')) return reply.sendFile('index.html')
    return reply.code(404).send({ message: 'There is nothing at this address.', code: 'NOT_FOUND' })
  })
}

function accepts(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}
