import { visit } from './crawl-site.ts'

/** All paths that the sitemap names, in the order of its parts. */
export async function sitemapPaths(sitemap: string): Promise<string[]> {
  const parts = await Promise.all((await locations(sitemap)).map(locations))
  return parts.flat()
}

async function locations(path: string): Promise<string[]> {
  const xml = await (await visit(path)).text()
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url.replace(new URL(url).origin, ''))
}
