import { type Crawl, crawlSite, visit } from '../src/crawl/crawl-site.ts'
import { checkHtml } from '../src/crawl/html-rules.ts'
import { assetsOf, attributeOf, readPage, type SitePage } from '../src/crawl/site-page.ts'
import { sitemapPaths } from '../src/crawl/sitemap.ts'
import { sizeOfPicture } from '../src/crawl/size-of-picture.ts'
import { checkStructuredData, structuredDataOf } from '../src/crawl/structured-data.ts'
import { expect, test } from '../src/test.ts'

// The site is crawled once for all of them.
test.describe.configure({ mode: 'default', timeout: 180_000 })

let crawling: Promise<Crawl> | undefined
const crawl = () => (crawling ??= crawlSite())

/** The kinds of pages that the server renders, and what each says it is about. */
const kinds: Record<string, { is: RegExp; about: string[] }> = {
  Home: { is: /^\/$/, about: ['Organization', 'WebSite', 'ItemList'] },
  'a category': { is: /^\/phones\/[^?]+$/, about: ['BreadcrumbList', 'ItemList'] },
  search: { is: /^\/search/, about: ['ItemList'] },
  'a phone': { is: /^\/listings\//, about: ['Product', 'BreadcrumbList'] },
  'a seller': { is: /^\/sellers\/[^?]+$/, about: ['BreadcrumbList', 'ItemList'] },
  'the blog': { is: /^\/blog$/, about: ['FAQPage'] },
  'an article': { is: /^\/blog\//, about: ['Article', 'BreadcrumbList'] },
  'a page of text': { is: /^\/(about|privacy|terms)$/, about: [] },
}

const rendered = async () => (await crawl()).pages.filter(page => page.isRendered)
const indexable = async () => (await rendered()).filter(page => page.isIndexable)
const canonicalOf = ({ document }: SitePage) => attributeOf(document, 'link[rel=canonical]', 'href')
const pathOf = (url: string) => url.replace(new URL(url).origin, '')
const titleOf = ({ document }: SitePage) => document.querySelector('title')?.text ?? ''
const descriptionOf = ({ document }: SitePage) => attributeOf(document, 'meta[name=description]', 'content')

test('a visitor who follows every link from Home comes to every kind of page, and to no dead end', async () => {
  const { pages, broken } = await crawl()
  expect(broken).toEqual([])
  for (const [kind, { is }] of Object.entries(kinds)) {
    expect(pages.filter(page => page.isRendered && is.test(page.path)).length, kind).toBeGreaterThan(0)
  }
})

test('what a visitor’s browser fills by itself is listed by no search engine', async () => {
  const { pages } = await crawl()
  const empty = pages.filter(page => !page.isRendered)
  expect(empty.map(({ path }) => path)).toContain('/login')
  expect(empty.filter(page => page.isIndexable).map(({ path }) => path)).toEqual([])
  for (const { path } of empty) expect(path).toMatch(/^\/(login|signup|singleCategories|dashboard|account)\b/)
})

test('pictures, styles, scripts and icons of the pages are there', async () => {
  const { pages } = await crawl()
  const assets = new Set(pages.flatMap(assetsOf))
  const missing: string[] = []
  for (const path of assets) {
    const { status } = await visit(path)
    // A phone can be removed meanwhile, and its picture with it.
    if (status !== 200 && !path.startsWith('/images/')) missing.push(`${status} ${path}`)
  }
  expect(missing).toEqual([])
})

test('each rendered page says its title, what it is about, and its heading, once, and no two say the same', async () => {
  const pages = await rendered()
  for (const page of pages) {
    const { document, path } = page
    for (const selector of ['title', 'meta[name=description]', 'h1', 'main', 'html[lang]'])
      expect(document.querySelectorAll(selector).length, `${selector} of ${path}`).toBe(1)
    for (const said of [titleOf(page), descriptionOf(page), document.querySelector('h1')?.text ?? '']) {
      expect(said.trim(), path).not.toBe('')
      expect(said, path).not.toMatch(/&(#\w+|amp|quot|lt|gt);/)
    }
  }
  // Two phones may be of one model: then their price, condition and place tell which is which. Two sellers may have one name.
  const distinct = (await indexable()).filter(({ path }) => !path.startsWith('/sellers/'))
  const named = Map.groupBy(distinct, page => `${titleOf(page)} — ${descriptionOf(page)}`)
  expect([...named].filter(([, same]) => same.length > 1).map(([name, same]) => [name, same.map(p => p.path)])).toEqual(
    [],
  )
})

test('each page for search engines has one address, its own, and is previewed under it', async () => {
  for (const page of await indexable()) {
    const canonical = canonicalOf(page)
    expect(page.document.querySelectorAll('link[rel=canonical]').length, page.path).toBe(1)
    expect(pathOf(canonical), `${page.path}, linked from ${page.from}`).toBe(page.path)
    expect(attributeOf(page.document, 'meta[property="og:url"]', 'content')).toBe(canonical)
    expect(attributeOf(page.document, 'meta[property="og:title"]', 'content')).toBe(titleOf(page))
    expect(attributeOf(page.document, 'meta[property="og:description"]', 'content')).toBe(descriptionOf(page))
  }
})

test('each kind of page has a picture of the promised size for previews of links to it', async () => {
  for (const page of await ofEachKind()) {
    const url = attributeOf(page.document, 'meta[property="og:image"]', 'content')
    expect(attributeOf(page.document, 'meta[name="twitter:image"]', 'content')).toBe(url)
    const answer = await visit(pathOf(url))
    expect([answer.status, answer.headers.get('content-type')], page.path).toEqual([200, 'image/jpeg'])
    expect(await sizeOfPicture(answer), url).toEqual({ width: 1200, height: 630 })
  }
})

test('search engines find the sitemap by robots.txt, and all pages in it are there to be listed', async () => {
  const robots = await (await visit('/robots.txt')).text()
  const [, sitemap = ''] = /^Sitemap: (.*)$/m.exec(robots) ?? []
  const paths = await sitemapPaths(pathOf(sitemap))
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) {
    const answer = await visit(path)
    // What was removed since the sitemap was written is gone, and says so.
    if (answer.status === 410) continue
    expect(answer.status, path).toBe(200)
    const page = readPage({ path, from: sitemap, html: await answer.text(), headers: answer.headers })
    expect([page.isIndexable, pathOf(canonicalOf(page))], path).toEqual([true, path])
  }
  const crawled = new Set((await indexable()).map(({ path }) => path))
  for (const path of ['/', '/blog', '/about', '/privacy', '/terms']) expect([...crawled], path).toContain(path)
})

test('the site can be put on a phone’s screen: its manifest names icons that are there', async () => {
  const home = (await crawl()).pages.find(({ path }) => path === '/')
  const answer = await visit(home ? attributeOf(home.document, 'link[rel=manifest]', 'href') : '')
  expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: 'Second Ring', start_url: '/', display: 'standalone' })
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await visit(src)
    expect([icon.status, icon.headers.get('content-type')], src).toEqual([200, type])
    if (sizes !== 'any') {
      const { width, height } = await sizeOfPicture(icon)
      expect(`${width}x${height}`, src).toBe(sizes)
    }
  }
  expect((await visit('/favicon.ico')).status).toBe(200)
})

test('the HTML of each kind of page is valid', async () => {
  const wrong = await Promise.all((await ofEachKind()).map(checkHtml))
  expect(wrong.flat()).toEqual([])
})

test('what each page tells search engines of itself has all that schema.org’s readers ask for', async () => {
  const pages = await indexable()
  expect(pages.flatMap(checkStructuredData)).toEqual([])
  for (const { is, about } of Object.values(kinds)) {
    for (const page of pages.filter(({ path }) => is.test(path))) {
      const said = structuredDataOf(page).map(thing => thing['@type'])
      // An empty list is not told of.
      const wanted = about.filter(type => type !== 'ItemList' || page.document.querySelector('main article'))
      expect(said, page.path).toEqual(expect.arrayContaining(wanted))
    }
  }
})

/** Two pages of each kind. */
async function ofEachKind(): Promise<SitePage[]> {
  const pages = await rendered()
  return Object.values(kinds).flatMap(({ is }) => pages.filter(({ path }) => is.test(path)).slice(0, 2))
}
