import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DomainError } from '@second-ring/contracts/errors'
import { PUBLIC_PAGES, type RenderPage } from '@second-ring/contracts/rendered-page'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
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

/**
 * The public pages, whole: what a page reads is read in this process, and the response cache keeps it for as long as that
 * holds. Of a page that cannot be rendered, or of too many in a minute, the browser gets the empty one, and shows it by itself.
 */
export async function renderedPages(app: FastifyInstance, { platform, webDir }: Parts): Promise<void> {
  const template = await readFile(join(webDir, 'site', 'index.html'), 'utf8')
  const { renderPage }: { renderPage: RenderPage } = await import(
    pathToFileURL(join(webDir, 'server', 'render-page.mjs')).href
  )
  const config = { mayShare: true, isForEveryone: true }
  for (const page of [...PUBLIC_PAGES, '/listings/:listingId']) {
    app.get(page, { config }, async (request, reply) => {
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache')
      // What reads nothing changes with a release alone.
      request.sharing?.share(['categories'])
      const { url } = request
      const fetch = callsOf(request, platform)
      const render = async () => {
        await platform.rateLimits.countAddress('renderPages', request.ip)
        return renderPage({ url, publicUrl: platform.publicUrl, template, fetch })
      }
      const rendered = await render().catch(error => {
        if (!(error instanceof DomainError)) request.log.error({ err: error }, 'a page could not be rendered')
        request.sharing?.keepPrivate()
        return { status: 200, html: template }
      })
      return reply.code(rendered.status).send(rendered.html)
    })
  }
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
