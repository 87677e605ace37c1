import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { expect, it } from 'vitest'
import { renderPage } from './render-page.tsx'

const listingId = '0190a000-0000-7000-8000-000000000001'
const image = { url: '/images/a.webp' }
const listing: ListingPage = {
  ...{
    id: listingId,
    categoryId: listingId,
    categoryName: 'Pixel',
    categorySlug: 'pixel',
    productName: 'Pixel 9 </script><b>',
    image,
  },
  ...{ condition: 'GOOD', location: 'Portland', resalePriceCents: 48_900, originalPriceCents: 79_900, yearsUsed: 1 },
  ...{ sellerId: listingId, sellerName: 'Ana', sellerAccountName: null, sellerVerified: true },
  ...{ postedAt: '2026-11-20T10:00:00.000Z', state: 'AVAILABLE', yearOfPurchase: 2025 },
  ...{
    description: 'It works. <!-- $& $1',
    images: [image],
    advertisedAt: null,
    sellerSold: 0,
    sellerHasPage: true,
    prices: [],
  },
  ...{ band: null, caution: false },
}

const template = `<!doctype html><html><head><link id="calls" rel="modulepreload" crossorigin href="/assets/calls.js"><title>Second Ring</title>
<meta name="description" content="Of the site" />
<link
  rel="preload"
  as="font"
  href="/assets/inter.woff2"
/>
<script src="/before-code.js"></script>
<script type="module" crossorigin src="/assets/main.js"></script>
<script type="module" crossorigin src="/assets/core.js"></script>
<link rel="stylesheet" crossorigin href="/assets/site.css">
</head><body><div id="root"></div></body></html>`

/** Answers the calls of a page. */
function answering(answers: Record<string, unknown>) {
  return (url: string | URL | Request): Promise<Response> => {
    const names = new URL(`${url}`, 'http://page').pathname.replace('/trpc/', '').split(',')
    const found = names.map(name =>
      name in answers
        ? { result: { data: answers[name] } }
        : {
            error: {
              message: 'There is nothing here.',
              code: -32_004,
              data: { code: 'NOT_FOUND', domainCode: 'NOT_FOUND' },
            },
          },
    )
    return Promise.resolve(Response.json(found))
  }
}

const request = (url: string, answers: Record<string, unknown> = {}) =>
  renderPage({ url, publicUrl: 'https://shop.example', template, fetch: answering(answers) })

async function render(url: string, answers: Record<string, unknown> = {}) {
  const page = await request(url, answers)
  if (page.status === 301) throw new Error(`It is at ${page.location}`)
  return page
}

/** What a page says to machines, by its kind. */
function jsonLdIn(html: string): Record<string, Record<string, unknown>> {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  return Object.fromEntries(
    blocks.map(([, json = '']) => {
      const of = JSON.parse(json)
      return [of['@type'], of]
    }),
  )
}

it('a listing’s page has it all: what it is, its picture and its price, for people and for machines', async () => {
  const { status, html } = await render(`/listings/${listingId}?from=mail`, {
    'listings.get': listing,
    'listings.similar': [],
  })
  expect(status).toBe(200)
  expect(html).toMatch(/<main[\s\S]*Pixel 9 &lt;\/script&gt;[\s\S]*\$489[\s\S]*It works\./)
  expect(html).toContain('<title>Pixel 9 &lt;/script&gt;&lt;b&gt; | Second Ring</title>')
  expect(html).toContain(`<link rel="canonical" href="https://shop.example/listings/${listingId}"/>`)
  expect(html).toContain('<meta name="description" content="$489, good, in Portland. It works. &lt;!-- $&amp; $1"/>')
  expect(html).not.toContain('Of the site')
  expect(html).toContain(
    `<meta property="og:image" content="https://shop.example/cards/${listingId}.jpg?price=48900"/>`,
  )
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  const { Product, BreadcrumbList } = jsonLdIn(html)
  expect(Product).toMatchObject({
    name: listing.productName,
    image: ['https://shop.example/images/a.webp'],
    offers: {
      '@type': 'Offer',
      price: '489.00',
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      seller: { name: 'Ana', url: `https://shop.example/sellers/${listingId}` },
    },
  })
  expect(BreadcrumbList?.itemListElement).toMatchObject([
    { name: 'Home', item: 'https://shop.example/' },
    { name: 'Pixel', item: 'https://shop.example/phones/pixel' },
    { name: listing.productName, item: `https://shop.example/listings/${listingId}` },
  ])
})

it('a listing without a picture names none of its own', async () => {
  const bare = { ...listing, image: { url: '' }, images: [{ url: '' }] }
  const { html } = await render(`/listings/${listingId}`, { 'listings.get': bare, 'listings.similar': [] })
  expect(html).toContain('"image":[]')
})

it('a page waits for the code of its places, and asks for none before it shows', async () => {
  const { html } = await render('/about')
  expect(html).toContain('<div id="root" data-waiting="">')
  expect(html).toMatch(/<main[\s\S]*?<div data-waiting="" class="contents">[\s\S]*Who runs this market/)
  expect(html).toContain('<meta name="code" content="/assets/main.js /assets/core.js" />')
  expect(html).toContain('<meta name="calls" content="/assets/calls.js" />')
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/site.css">')
  expect(html).not.toMatch(/preload|prefetch|type="module"/)
})

it('nothing that somebody typed ends an element of the page', async () => {
  const { html } = await render(`/listings/${listingId}`, { 'listings.get': listing, 'listings.similar': [] })
  expect(html).not.toContain('</script><b>')
  expect(html).not.toContain('<!-- $&')
})

it('a page comes with what it has read, so that the browser asks nothing again', async () => {
  const { html } = await render(`/listings/${listingId}`, { 'listings.get': listing, 'listings.similar': [] })
  const [, data = ''] = /id="page-data">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toEqual([
    [[['listings', 'similar'], { input: { listingId }, type: 'query' }], []],
    [[['listings', 'get'], { input: { listingId }, type: 'query' }], listing],
  ])
})

it('what is not there is said so, and kept out of search engines', async () => {
  for (const url of [`/listings/${listingId}`, '/listings/no-id', '/nothing-here']) {
    const { status, html } = await render(url)
    expect(status).toBe(404)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toContain('Page not found | Second Ring')
    expect(html).not.toContain('rel="canonical"')
  }
})

it('a phone that was there once is said to be gone, with the way to others like it', async () => {
  const gone = { category: { name: 'Pixel', slug: 'pixel' } }
  const { status, html } = await render(`/listings/${listingId}`, { 'listings.gone': gone })
  expect(status).toBe(410)
  expect(html).toContain('<title>This phone is no longer offered | Second Ring</title>')
  expect(html).toMatch(/<h1[^>]*>This phone is no longer offered<\/h1>/)
  expect(html).toMatch(/<main[\s\S]*href="\/phones\/pixel"[^>]*>See <!-- -->Pixel<!-- --> phones/)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('rel="canonical"')
  expect(html).not.toMatch(/not found|404/i)
})

it('so is a category that is retired, and a phone of it leads to all others', async () => {
  const retired = { 'catalog.categories': [], 'catalog.retired': { name: 'Pixel', slug: 'pixel' } }
  const { status, html } = await render('/phones/pixel', retired)
  expect(status).toBe(410)
  expect(html).toMatch(/<h1[^>]*>Pixel phones are no longer listed by themselves<\/h1>/)
  const phone = await render(`/listings/${listingId}`, { 'listings.gone': { category: null } })
  expect(phone.html).toMatch(/<main[\s\S]*href="\/search"[^>]*>Search all phones/)
  expect(phone.html).not.toContain('href="/phones/')
})

it('a search is shown with what it found, and is no page of its own for search engines', async () => {
  const found = { items: [{ ...listing, productName: 'Pixel 9' }], nextCursor: null, correctedTo: null }
  const answers = { 'search.listings': found, 'catalog.categories': [] }
  const { html } = await render('/search?q=pixel', answers)
  expect(html).toContain('Results for “pixel”')
  expect(html).toMatch(/<main[\s\S]*Pixel 9/)
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect((await render('/search', answers)).html).toContain(
    '<link rel="canonical" href="https://shop.example/search"/>',
  )
})

it('needs no script of its own: the content policy allows none', async () => {
  const { html } = await render('/', {
    'catalog.categories': [],
    'listings.advertised': { items: [], nextCursor: null },
  })
  const own = html.replaceAll('<script src="/before-code.js"></script>', '')
  const types = [...own.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
  expect(types.every(attributes => /type="application\/(?:ld\+)?json"/.test(attributes ?? ''))).toBe(true)
})

it('a page that cannot be read is not rendered', async () => {
  const fetch = () => Promise.reject(new TypeError('The server is away'))
  await expect(renderPage({ url: `/listings/${listingId}`, publicUrl: '', template, fetch })).rejects.toThrow()
})

const pixel = { id: '0190a000-0000-7000-8000-000000000009', name: 'Pixel', slug: 'pixel', image }
const phones = { items: [{ ...listing, productName: 'Pixel 8' }], nextCursor: 'next-one' }
const market = { 'catalog.categories': [pixel], 'listings.byCategory': phones }

it('a category’s page has its phones, and a link to the next ones for who has no script', async () => {
  const { status, html } = await render('/phones/pixel', market)
  expect(status).toBe(200)
  expect(html).toContain('<title>Second-hand Pixel | Second Ring</title>')
  expect(html).toContain('<link rel="canonical" href="https://shop.example/phones/pixel"/>')
  expect(html).toMatch(/<h1[^>]*>Second-hand <!-- -->Pixel<\/h1>[\s\S]*Pixel 8/)
  expect(html).toMatch(/<noscript><a(?=[^>]* rel="next")(?=[^>]* href="\/phones\/pixel\?after=next-one")/)
  const { BreadcrumbList, ItemList } = jsonLdIn(html)
  expect(BreadcrumbList?.itemListElement).toHaveLength(2)
  expect(ItemList?.itemListElement).toMatchObject([{ url: `https://shop.example/listings/${listingId}` }])
})

it('a later page of a list is followed and not kept, and leads back to the first one', async () => {
  const { status, html } = await render('/phones/pixel?after=next-one', market)
  expect(status).toBe(200)
  expect(html).toContain('<meta name="robots" content="noindex, follow"/>')
  expect(html).toContain('<link rel="canonical" href="https://shop.example/phones/pixel"/>')
  expect(html).toMatch(/This is a later page of the list[\s\S]*href="\/phones\/pixel"[^>]*>Back to the first one/)
  const [, data = ''] = /id="page-data">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toContainEqual([
    [['listings', 'byCategory'], { input: { categoryId: pixel.id }, type: 'infinite' }, { after: 'next-one' }],
    { pages: [phones], pageParams: ['next-one'] },
  ])
})

it('an old address of a category leads to where it is now, with its page', async () => {
  for (const old of ['PIXEL', pixel.id, pixel.id.toUpperCase()])
    expect(await request(`/phones/${old}?after=next-one`, market)).toEqual({
      status: 301,
      location: '/phones/pixel?after=next-one',
    })
})

it('a cursor that somebody made up is not found', async () => {
  const { 'listings.byCategory': _, ...without } = market
  for (const url of ['/phones/pixel?after=forged', '/phones/pixel?after=%7B%7D', '/search?q=a&after=forged'])
    expect((await request(url, without)).status, url).not.toBe(200)
  expect((await render('/phones/nothing', market)).status).toBe(404)
})

const seller = { id: listingId, name: 'Ana <b>', verified: true, memberSince: '2024-03-17', sold: 3 }

it('a seller’s page says who they are and what they sell', async () => {
  const { html } = await render(`/sellers/${listingId.toUpperCase()}`, {
    'listings.seller': seller,
    'listings.bySeller': phones,
  })
  expect(html).toContain('<title>Ana &lt;b&gt;, seller | Second Ring</title>')
  expect(html).toContain(`<link rel="canonical" href="https://shop.example/sellers/${listingId}"/>`)
  expect(html).toMatch(/Member since <time dateTime="2024-03-17">March 2024<\/time>[\s\S]*Has sold to 3 buyers here/)
  expect(html).toContain('Second-hand phones of Ana &lt;b&gt;, a verified seller on Second Ring.')
  expect(html).not.toContain('<b>')
})

it('a seller without a page is not there', async () => {
  expect((await render(`/sellers/${listingId}`)).status).toBe(404)
})

it('an article has a page of its own, and the blog has all of them', async () => {
  const { html } = await render('/blog/battery-health')
  expect(html).toContain('<title>How much does the health of the battery matter? | Second Ring</title>')
  expect(html).toContain('<link rel="canonical" href="https://shop.example/blog/battery-health"/>')
  expect(html).toMatch(/<meta name="description" content="A battery is a part that wears, like a tyre\./)
  const { Article, BreadcrumbList } = jsonLdIn(html)
  expect(Article).toMatchObject({ headline: 'How much does the health of the battery matter?' })
  expect(BreadcrumbList?.itemListElement).toHaveLength(3)
  // The text of an answer, without what HTML writes it with.
  expect(jsonLdIn((await render('/blog/updates')).html).Article?.description).toMatch(/^What ends a phone's life/)
  const blog = jsonLdIn((await render('/blog')).html)
  expect(blog.FAQPage?.mainEntity).toHaveLength(6)
  expect((await render('/blog/no-such')).status).toBe(404)
})

it('Home says who runs the market and how to search it', async () => {
  const { html } = await render('/', { 'catalog.categories': [pixel], 'listings.advertised': phones })
  const { Organization, WebSite, ItemList } = jsonLdIn(html)
  expect(Organization).toMatchObject({ name: 'Second Ring', logo: 'https://shop.example/icon-512.png' })
  expect(WebSite?.potentialAction).toMatchObject({ '@type': 'SearchAction' })
  expect(ItemList?.itemListElement).toHaveLength(1)
  expect(html).toContain('<meta property="og:image" content="https://shop.example/card.jpg"/>')
})

it('every page has a title and a description of its own', async () => {
  const pages = ['/', '/about', '/blog', '/privacy', '/search', '/terms', '/phones/pixel', '/blog/updates']
  const answers = {
    ...market,
    'listings.advertised': phones,
    'search.listings': { ...phones, correctedTo: null },
  }
  const heads = await Promise.all(
    pages.map(async url => {
      const { html } = await render(url, answers)
      return [/<title>(.+?)<\/title>/, /<meta name="description" content="(.+?)"\/>/].map(part => part.exec(html)?.[1])
    }),
  )
  for (const part of [0, 1]) expect(new Set(heads.map(head => head[part] ?? '')).size).toBe(pages.length)
})
