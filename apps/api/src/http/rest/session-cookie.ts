import '@fastify/cookie'
import { ACCESS_TOKEN_TTL_S } from '@second-ring/contracts/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookie's name, after a prefix where browsers reach the site by https. */
export const SESSION_COOKIE = 'second-ring-session'

/** The session cookie: an access token that the page's scripts cannot read. See docs/decisions/011. */
export interface SessionCookie {
  set(reply: FastifyReply, accessToken: string): void
  clear(reply: FastifyReply): void
  /** The token that a request carries, whatever it is for. */
  read(request: FastifyRequest): string | null
  /** The token of a request that may go by it: one that reads, and that says nothing of its own about who asks. */
  tokenOf(request: FastifyRequest): string | null
}

/** @param secure whether browsers reach the site by https alone */
export function sessionCookie({ secure }: { secure: boolean }): SessionCookie {
  // The prefix keeps a sibling domain from setting one of the name; browsers allow it to secure cookies only.
  const name = secure ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  return {
    set: (reply, accessToken) => reply.setCookie(name, accessToken, { ...options, maxAge: ACCESS_TOKEN_TTL_S }),
    clear: reply => reply.clearCookie(name, options),
    read: ({ cookies }) => cookies[name] ?? null,
    tokenOf({ method, headers, cookies }) {
      const reads = method === 'GET' || method === 'HEAD'
      return reads && headers.authorization === undefined ? (cookies[name] ?? null) : null
    },
  }
}
