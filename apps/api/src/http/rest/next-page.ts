/** The header that names the next page of a list that is answered as a plain array; none on the last. */
export function linkNext(path: string, nextCursor: string | null): Record<string, string> {
  if (nextCursor === null) return {}
  const url = new URL(path, 'http://site')
  url.searchParams.set('cursor', nextCursor)
  return { link: `<${url.pathname}${url.search}>; rel="next"` }
}
