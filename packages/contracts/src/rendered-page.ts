import { attributeNames } from './listings/attributes.ts'

/** The public pages that are there always. */
export const PUBLIC_PAGES: readonly string[] = ['/', '/about', '/blog', '/privacy', '/search', '/terms']

/** The public pages of which each is about something, as routes of the server. */
export const PUBLIC_ROUTES: readonly string[] = [
  '/blog/:article',
  '/listings/:listingId',
  '/phones/:categorySlug',
  '/sellers/:sellerId',
]

const SEARCH_QUERY = [
  ...[
    'q',
    'category',
    'condition',
    'min',
    'max',
    'minYears',
    'maxYears',
    'location',
    'verified',
    'sort',
    'exact',
    'after',
  ],
  ...attributeNames,
]

/** What each route reads of the query; those that are not named read nothing. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/search': SEARCH_QUERY,
  '/phones/:categorySlug': ['after'],
  '/sellers/:sellerId': ['after'],
}

/**
 * The URL of a public page, path and search, without what its page does not read: that makes no other page.
 * @param route as in PUBLIC_PAGES and PUBLIC_ROUTES
 */
export function pageUrl(url: string, route: string): string {
  if (!URL.canParse(url, 'http://page')) return url
  const { pathname, searchParams } = new URL(url, 'http://page')
  const read = new URLSearchParams([...searchParams].filter(([name]) => QUERIES[route]?.includes(name)))
  read.sort()
  return read.size === 0 ? pathname : `${pathname}?${read}`
}

/** A public page that is to be rendered, for a visitor. */
export interface PageRequest {
  /** Path and search, such as `/search?q=pixel`. */
  url: string
  /** Where the site is reached, such as `https://shop.example`. */
  publicUrl: string
  /** The site's `index.html`, as it was built. */
  template: string
  /** Answers the calls that the page makes, in the process. */
  fetch: (url: string | URL | Request, init?: object) => Promise<Response>
}

/** A page; 404 is the one for what is not there, 410 for what was there once. Or where the page is, path and search, when the address is an old one of it. */
export type RenderedPage = { status: 200 | 404 | 410; html: string } | { status: 301; location: string }

/**
 * Renders a public page whole.
 * @throws whatever its code does; then the browser may still show it by itself
 */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

/** Where a listing's picture for previews of links is drawn; what follows the path is not read. */
export function socialCardPath(listingId: string): string {
  return `/cards/${listingId}.jpg`
}

/** The measures of those pictures, in pixels. */
export const SOCIAL_CARD = { width: 1200, height: 630 } as const
