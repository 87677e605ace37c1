import { BASE_URL } from '../env.ts'
import { linksOf, readPage, type SitePage } from './site-page.ts'

const MOST_PAGES = 300
const AT_ONCE = 6

/** A link that leads to nothing, and why. */
interface BrokenLink {
  from: string
  path: string
  status: number
}

export interface Crawl {
  pages: SitePage[]
  broken: BrokenLink[]
}

/** Asks for a path of the site as a visitor does; a redirect is an answer. */
export function visit(path: string): Promise<Response> {
  return fetch(new URL(path, BASE_URL), { redirect: 'manual' })
}

/** Follows the links of the site from Home, the nearest first. Stops at 300 pages. */
export async function crawlSite(): Promise<Crawl> {
  const seen = new Set(['/'])
  const crawl: Crawl = { pages: [], broken: [] }
  const next = [{ path: '/', from: '/' }]
  while (next.length > 0 && crawl.pages.length < MOST_PAGES) {
    const now = next.splice(0, AT_ONCE)
    for (const found of await Promise.all(now.map(open))) {
      if ('status' in found) {
        crawl.broken.push(found)
        continue
      }
      crawl.pages.push(found)
      const links = linksOf(found).filter(path => !seen.has(path))
      for (const path of links) seen.add(path)
      next.push(...links.map(path => ({ path, from: found.path })))
    }
  }
  return { ...crawl, broken: await stillLinked(crawl.broken) }
}

async function open({ path, from }: { path: string; from: string }): Promise<SitePage | BrokenLink> {
  const { status, headers, text } = await answerTo(path)
  return status === 200 ? readPage({ path, from, html: text, headers }) : { from, path, status }
}

async function answerTo(path: string) {
  const answer = await visit(path)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Other tests remove phones meanwhile: a link is broken when the page that had it has it still. */
async function stillLinked(broken: BrokenLink[]): Promise<BrokenLink[]> {
  const again = broken.map(async link => {
    const page = await open({ path: link.from, from: link.from })
    return 'status' in page || linksOf(page).includes(link.path)
  })
  const isStill = await Promise.all(again)
  return broken.filter((_, index) => isStill[index])
}
