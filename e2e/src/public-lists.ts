import { sitemapPaths } from './crawl/sitemap.ts'

/** The pages of the sitemap's first category and first seller. */
export async function publicLists(): Promise<{ category: string; seller: string }> {
  const paths = await sitemapPaths('/sitemap.xml')
  const first = (start: string) => paths.find(path => path.startsWith(start)) ?? ''
  return { category: first('/phones/'), seller: first('/sellers/') }
}
