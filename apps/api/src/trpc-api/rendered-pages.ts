import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DomainError } from '@second-ring/contracts/errors'
import { ID_PATTERN } from '@second-ring/contracts/id-pattern'
import {
  PUBLIC_PAGES,
  PUBLIC_ROUTES,
  pageUrl,
  type RenderedPage,
  type RenderPage,
} from '@second-ring/contracts/rendered-page'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createContext } from '#http/trpc/context.ts'
import { reportError } from '#http/trpc/errors.ts'
import { RPC_PREFIX } from '#http/trpc/wire.ts'
import type { Platform } from '#platform/platform.ts'
import { appRouter } from './app-router.ts'

interface Parts {
  platform: Platform
  /** The web's build. */
  webDir: string
}

/** How many pages wait while one is rendered, which takes some milliseconds: the last waits for a fifth of a second. */
const RENDERS_WAITING = 32

/**
 * The public pages, whole: what a page reads is read in this process, and the response cache keeps it for as long as that
 * holds. Of a page that cannot be rendered, or of too many at once or in a minute, the browser gets the empty one, and shows it by itself.
 */
export async function renderedPages(app: FastifyInstance, { platform, webDir }: Parts): Promise<void> {
  const template = await readFile(join(webDir, 'site', 'index.html'), 'utf8')
  const { renderPage }: { renderPage: RenderPage } = await import(
    pathToFileURL(join(webDir, 'server', 'render-page.mjs')).href
  )
  const oneAtATime = bulkhead(1, RENDERS_WAITING)
  for (const page of [...PUBLIC_PAGES, ...PUBLIC_ROUTES]) {
    const cacheUrl = (url: string) => pageUrl(url, page)
    if (page !== '/')
      app.get(`${page}/`, (request, reply) => reply.redirect(pathOf(page, request) + searchOf(request), 301))
    app.get(page, { config: { mayShare: true, isForEveryone: true, cacheUrl } }, async (request, reply) => {
      if (hasIdInUpperCase(request)) return reply.redirect(pathOf(page, request) + searchOf(request), 301)
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
      // What reads nothing changes with a release alone.
      request.sharing?.share(['categories'])
      const url = cacheUrl(request.url)
      const fetch = callsOf(request, platform)
      const render = async () => {
        await platform.rateLimits.countAddress('renderPages', request.ip)
        return oneAtATime.execute(() => renderPage({ url, publicUrl: platform.publicUrl, template, fetch }))
      }
      const rendered = await render().catch((error): RenderedPage => {
        if (!(error instanceof DomainError || error instanceof BulkheadRejectedError))
          request.log.error({ err: error }, 'a page could not be rendered')
        request.sharing?.keepPrivate()
        return { status: 200, html: template }
      })
      if (rendered.status === 301) return reply.redirect(rendered.location, 301)
      return reply.code(rendered.status).send(rendered.html)
    })
  }
}

/** The path of a page: from its route, so that it leads to this site alone, with ids in lower case. */
function pathOf(page: string, { params }: FastifyRequest): string {
  const given = params as Record<string, string>
  return page.replace(/:(\w+)/, (_, name) => {
    const value = given[name] ?? ''
    return encodeURIComponent(ID_PATTERN.test(value) ? value.toLowerCase() : value)
  })
}

function searchOf({ url }: FastifyRequest): string {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at)
}

function hasIdInUpperCase({ params }: FastifyRequest): boolean {
  const { listingId, sellerId } = params as { listingId?: string; sellerId?: string }
  const id = listingId ?? sellerId
  return id !== undefined && ID_PATTERN.test(id) && id !== id.toLowerCase()
}

/** Answers the calls of a page that is rendered, as a visitor's and in this process. */
function callsOf(request: FastifyRequest, platform: Platform) {
  const { id: requestId, sharing } = request
  return (url: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    fetchRequestHandler({
      endpoint: RPC_PREFIX,
      req: new Request(new URL(`${url}`, 'http://page'), init),
      router: appRouter,
      createContext: () => createContext(platform, { authorization: undefined, requestId, sharing }),
      onError: ({ error, path }) => reportError({ error, path, log: request.log }),
    })
}
