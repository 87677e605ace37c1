import { existsSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bearerToken } from '#identity/authenticate.ts'
import { answerNotFound } from './rest/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A path of the REST layer, which is no page: a browser that goes there gets the site. */
    isRest?: boolean
  }
}

const YEAR_S = 365 * 24 * 3600

/**
 * Gives the site's page to a browser that navigates to a path of the REST layer; every other client gets its JSON.
 * To be registered before those paths are.
 */
export function answerNavigations(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isRest !== true || !isRead(request)) return done()
    reply.header('vary', 'sec-fetch-dest, authorization')
    if (request.headers['sec-fetch-dest'] !== 'document' || hasBearer(request)) return done()
    sendPage(reply.code(404))
  })
}

/** The web's build in `webDir/site`: hashed assets are cached for a year, the page itself never, and the page for every path of the web. */
export async function webApp(app: FastifyInstance, { webDir }: { webDir: string }): Promise<void> {
  const site = join(webDir, 'site')
  if (!existsSync(join(site, 'index.html'))) {
    throw new Error(`There is no build of the web in ${webDir}`)
  }
  await app.register(staticFiles, {
    root: site,
    // Rendered by `renderedPages`.
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(site, 'assets'))
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (!isRead(request) || hasBearer(request)) return answerNotFound(request, reply)
    const [path = ''] = request.url.split('?', 1)
    return sendPage(isPage(path) ? reply : reply.code(404))
  })
}

/** What the paths of the web's pages begin with. */
const pages = [
  '',
  'account',
  'login',
  'signup',
  'blog',
  'search',
  'listings',
  'singleCategories',
  'dashboard',
  'mails',
  'terms',
  'privacy',
  'about',
]

// A file that is not there is no page of the web, which has no dots in its paths.
function isPage(path: string): boolean {
  return pages.includes(path.split('/')[1] ?? '') && !path.includes('.')
}

/** The empty page: what it becomes in a browser is nobody's to find. */
function sendPage(reply: FastifyReply): FastifyReply {
  return reply.header('x-robots-tag', 'noindex').sendFile('index.html')
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function hasBearer({ headers }: FastifyRequest): boolean {
  return bearerToken(headers.authorization) !== null
}
