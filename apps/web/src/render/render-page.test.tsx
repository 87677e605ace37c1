import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { expect, it } from 'vitest'
import { renderPage } from './render-page.tsx'

const listingId = '0190a000-0000-7000-8000-000000000001'
const image = { url: '/images/a.webp' }
const listing: ListingPage = {
  ...{ id: listingId, categoryId: listingId, categoryName: 'Pixel', productName: 'Pixel 9 </script><b>', image },
  ...{ condition: 'GOOD', location: 'Portland', resalePriceCents: 48_900, originalPriceCents: 79_900, yearsUsed: 1 },
  ...{ sellerId: listingId, sellerName: 'Ana', sellerAccountName: null, sellerVerified: true },
  ...{ postedAt: '2026-11-20T10:00:00.000Z', state: 'AVAILABLE', yearOfPurchase: 2025 },
  ...{ description: 'It works. <!-- $& $1', images: [image], advertisedAt: null, sellerSold: 0, prices: [] },
  ...{ band: null, caution: false },
}

const template = `<!doctype html><html><head><title>Second Ring</title>
<meta name="description" content="Of the site" />
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

const render = (url: string, answers: Record<string, unknown> = {}) =>
  renderPage({ url, publicUrl: 'https://shop.example', template, fetch: answering(answers) })

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
  expect(html).toContain('<meta property="og:image" content="https://shop.example/images/a.webp"/>')
  const [product, path] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json ?? ''),
  )
  expect(product).toMatchObject({
    '@type': 'Product',
    name: listing.productName,
    offers: { '@type': 'Offer', price: '489.00', priceCurrency: 'USD', availability: 'https://schema.org/InStock' },
  })
  expect(path.itemListElement.map(({ name }: { name: string }) => name)).toEqual(['Home', 'Pixel', listing.productName])
})

it('a listing without a picture names none', async () => {
  const bare = { ...listing, image: { url: '' }, images: [{ url: '' }] }
  const { html } = await render(`/listings/${listingId}`, { 'listings.get': bare, 'listings.similar': [] })
  expect(html).not.toContain('og:image')
  expect(html).toContain('"image":[]')
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
  for (const url of [`/listings/${listingId}`, '/nothing-here']) {
    const { status, html } = await render(url)
    expect(status).toBe(404)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(html).toContain('Page not found | Second Ring')
  }
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
  const types = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)
  expect(types.every(attributes => /type="application\/(?:ld\+)?json"/.test(attributes ?? ''))).toBe(true)
})

it('a page that cannot be read is not rendered', async () => {
  const fetch = () => Promise.reject(new TypeError('The server is away'))
  await expect(renderPage({ url: `/listings/${listingId}`, publicUrl: '', template, fetch })).rejects.toThrow()
})
