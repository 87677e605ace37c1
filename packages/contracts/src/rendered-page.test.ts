import { expect, it } from 'vitest'
import { pageUrl } from './rendered-page.ts'

it.each([
  ['/?utm_source=mail', '/', '/'],
  ['/search?x=1&q=pixel+9&after=c&minYears=2', '/search', '/search?after=c&minYears=2&q=pixel+9'],
  ['/search?sort=newest&q=a', '/search', '/search?q=a&sort=newest'],
  ['/phones/pixel?after=c&q=a', '/phones/:categorySlug', '/phones/pixel?after=c'],
  ['/listings/1?after=c', '/listings/:listingId', '/listings/1'],
  ['http://elsewhere.example/search?q=a', '/search', '/search?q=a'],
  ['http://[/search', '/search', 'http://[/search'],
])('%s, of %s, is the page %s', (url, route, page) => {
  expect(pageUrl(url, route)).toBe(page)
})
