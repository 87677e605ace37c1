/** The public pages that are there always; each phone that is not removed has one too. */
export const PUBLIC_PAGES: readonly string[] = ['/', '/about', '/blog', '/privacy', '/search', '/terms']

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

export interface RenderedPage {
  /** 404 for what is not there. */
  status: 200 | 404
  html: string
}

/**
 * Renders a public page whole.
 * @throws whatever its code does; then the browser may still show it by itself
 */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>

/** The id of the element that holds what a rendered page has read, as JSON: a list of the keys and data of its queries. */
export const PAGE_DATA_ID = 'page-data'
