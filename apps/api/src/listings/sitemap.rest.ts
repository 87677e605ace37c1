import { articleList } from '@second-ring/contracts/articles'
import { Id } from '@second-ring/contracts/ids'
import { PUBLIC_PAGES } from '@second-ring/contracts/rendered-page'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { parseInput } from '#http/rest/read-input.ts'
import type { Platform } from '#platform/platform.ts'
import {
  findSitemapPages,
  listSitemapCategories,
  listSitemapPage,
  type SitemapEntry,
  type SitemapList,
  sitemapLists,
} from './sitemap.ts'

const HOUR_MS = 3_600_000
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/**
 * `GET /robots.txt` and `GET /sitemap.xml`: what search engines are to read, and not. The sitemap names the public pages, and
 * all phones that are for sale and their sellers, 5,000 a page; which pages there are is counted once an hour.
 */
export async function sitemapRoutes(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const { database, publicUrl } = platform
  const urlOf = (path: string) => new URL(path, publicUrl).href
  const urlset = (entries: SitemapEntry[]) => {
    const urls = entries.map(({ path, changedAt }) => {
      const lastmod = changedAt && `<lastmod>${new Date(changedAt).toISOString()}</lastmod>`
      return `<url><loc>${urlOf(path)}</loc>${lastmod ?? ''}</url>`
    })
    return `<urlset xmlns="${XMLNS}">${urls.join('')}</urlset>`
  }
  const counted = new LRUCache<SitemapList, string[]>({
    max: sitemapLists.length,
    ttl: HOUR_MS,
    fetchMethod: list => findSitemapPages(database, list),
  })

  app.get('/robots.txt', (_request, reply) => {
    const rules = ['User-agent: *', 'Disallow: /dashboard', 'Disallow: /account', `Sitemap: ${urlOf('/sitemap.xml')}`]
    return reply.type('text/plain; charset=utf-8').send(`${rules.join('\n')}\n`)
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const pages = sitemapLists.map(async list => {
      const firsts = (await counted.fetch(list)) ?? []
      return firsts.map(first => `/sitemap/${list}/${first}.xml`)
    })
    const maps = ['/sitemap/pages.xml', '/sitemap/categories.xml', ...(await Promise.all(pages)).flat()]
    const entries = maps.map(path => `<sitemap><loc>${urlOf(path)}</loc></sitemap>`)
    return sendXml(reply, `<sitemapindex xmlns="${XMLNS}">${entries.join('')}</sitemapindex>`)
  })

  app.get('/sitemap/pages.xml', (_request, reply) => {
    const pages = PUBLIC_PAGES.map(path => ({ path, changedAt: null }))
    const articles = articleList.map(({ slug, published }) => ({
      path: `/blog/${slug}`,
      changedAt: new Date(published),
    }))
    return sendXml(reply, urlset([...pages, ...articles]))
  })

  app.get('/sitemap/categories.xml', async (_request, reply) =>
    sendXml(reply, urlset(await listSitemapCategories(database))),
  )

  for (const list of sitemapLists)
    app.get<{ Params: { first: string } }>(`/sitemap/${list}/:first.xml`, async ({ params }, reply) => {
      const first = parseInput(Id, params.first)
      return sendXml(reply, urlset(await listSitemapPage(database, { list, first })))
    })
}

function sendXml(reply: FastifyReply, xml: string): FastifyReply {
  return reply.type('application/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`)
}
