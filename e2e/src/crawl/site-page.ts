import { type HTMLElement, parse } from 'node-html-parser'

/** A page as the server sends it to a visitor. */
export interface SitePage {
  /** Path and search. */
  path: string
  /** The page that links to it. */
  from: string
  html: string
  document: HTMLElement
  /** Whether the server has rendered it; all others are empty until the browser fills them. */
  isRendered: boolean
  /** Whether search engines may list it. */
  isIndexable: boolean
}

/** Reads what the server has answered with. */
export function readPage({
  path,
  from,
  html,
  headers,
}: Pick<SitePage, 'path' | 'from' | 'html'> & { headers: Headers }) {
  const document = parse(html)
  const robots = `${headers.get('x-robots-tag')} ${attributeOf(document, 'meta[name=robots]', 'content')}`
  const page: SitePage = {
    path,
    from,
    html,
    document,
    isRendered: document.querySelector('#page-data') !== null,
    isIndexable: !robots.includes('noindex'),
  }
  return page
}

/** An attribute of the first element that a selector finds; nothing when either is missing. */
export function attributeOf(document: HTMLElement, selector: string, name: string): string {
  return document.querySelector(selector)?.getAttribute(name) ?? ''
}

/** Where the links of a page lead on this site: path and search, each once. The footer's placeholders lead nowhere. */
export function linksOf(page: SitePage): string[] {
  return ownPaths(page, 'a[href]', 'href')
}

/** What a page loads from this site: pictures, scripts, styles, icons. */
export function assetsOf(page: SitePage): string[] {
  const selectors = ['link[href]:not([rel=canonical])', 'script[src]', 'img[src]'] as const
  return selectors.flatMap(selector => ownPaths(page, selector, selector.startsWith('link') ? 'href' : 'src'))
}

function ownPaths({ document, path }: SitePage, selector: string, name: 'href' | 'src'): string[] {
  const here = new URL(path, 'http://site')
  const paths = document.querySelectorAll(selector).flatMap(element => {
    const written = element.getAttribute(name) ?? ''
    const url = new URL(written, here)
    return written.startsWith('#') || url.origin !== here.origin ? [] : [url.pathname + url.search]
  })
  return [...new Set(paths)]
}
