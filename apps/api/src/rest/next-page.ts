import type { FastifyReply } from 'fastify'

/** Names the next page of a list that is answered as a plain array. */
export function linkNext(reply: FastifyReply, nextCursor: string | null): void {
  if (nextCursor === null) return
  const url = new URL(reply.request.url, 'http://site')
  url.searchParams.set('cursor', nextCursor)
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
