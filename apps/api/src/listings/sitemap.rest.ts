import { Id } from '@second-ring/contracts/ids'
import { PUBLIC_PAGES } from '@second-ring/contracts/rendered-page'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { parseInput } from '#http/rest/read-input.ts'
import type { Platform } from '#platform/platform.ts'
import { findSitemapPages, listSitemapPage } from './sitemap.ts'

const HOUR_MS = 3_600_000
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * `GET /robots.txt` and `GET /sitemap.xml`: what search engines are to read, and not. The sitemap names all phones that are
 * for sale, 5,000 a page; which pages there are is counted once an hour.
 */
export async function sitemapRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { database, publicUrl } = platform
  const urlOf = (path: string) => new URL(path, publicUrl).href
  const counted = new LRUCache<'pages', string[]>({
    max: 1,
    ttl: HOUR_MS,
    fetchMethod: () => findSitemapPages(database),
  })

  app.get('/robots.txt', (_request, reply) => {
    const rules = ['User-agent: *', 'Disallow: /dashboard', 'Disallow: /account', `Sitemap: ${urlOf('/sitemap.xml')}`]
    return reply.type('text/plain; charset=utf-8').send(`${rules.join('\n')}\n`)
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const firsts = (await counted.fetch('pages')) ?? []
    const maps = ['/sitemap/pages.xml', ...firsts.map(first => `/sitemap/listings/${first}.xml`)]
    const entries = maps.map(path => `<sitemap><loc>${urlOf(path)}</loc></sitemap>`)
    return sendXml(reply, `<sitemapindex xmlns="${XMLNS}">${entries.join('')}</sitemapindex>`)
  })

  app.get('/sitemap/pages.xml', (_request, reply) =>
    sendXml(reply, urlset(PUBLIC_PAGES.map(path => `<url><loc>${urlOf(path)}</loc></url>`))),
  )

  app.get<{ Params: { first: string } }>('/sitemap/listings/:first.xml', async ({ params }, reply) => {
    const listings = await listSitemapPage(database, parseInput(Id, params.first))
    const entries = listings.map(
      ({ id, changedAt }) =>
        `<url><loc>${urlOf(`/listings/${id}`)}</loc><lastmod>${new Date(changedAt).toISOString()}</lastmod></url>`,
    )
    return sendXml(reply, urlset(entries))
  })
}

function urlset(entries: string[]): string {
  return `<urlset xmlns="${XMLNS}">${entries.join('')}</urlset>`
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply.type('application/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
}
