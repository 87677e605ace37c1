import type { FastifyRequest } from 'fastify'

/** Whether a page of this very server sent the request: browsers name the page's origin in every POST. */
export function isFromOwnPage(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  if (origin === undefined || host === undefined || !URL.canParse(origin)) return false
  return new URL(origin).host === host
}
