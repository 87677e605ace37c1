import type { IncomingMessage } from 'node:http'
import proxyAddr, { compile } from '@fastify/proxy-addr'
import { DomainError } from '@second-ring/contracts/errors'
import type { RateLimits } from '#platform/rate-limits.ts'

interface UnroutedParts {
  rateLimits: RateLimits
  /** The proxies whose word on where a request came from is taken. */
  trustedProxies: string[]
}

/** What of a request is known: of bytes that are none, the connection alone. */
type Unrouted = Pick<IncomingMessage, 'socket'> & { headers?: IncomingMessage['headers'] }

/** Counts a request for its address. Returns the error to answer when it is one too many; null otherwise. */
export type CountUnrouted = (request: Unrouted) => Promise<DomainError | null>

/** Counts what the server answers before a route is found, which no hook sees: it costs as much as what has a route. */
export function createUnroutedCount({ rateLimits, trustedProxies }: UnroutedParts): CountUnrouted {
  const isTrusted = compile(trustedProxies)
  return async ({ socket, headers }) => {
    // Of a connection that was reset there is no address any more, and of a proxy's without headers no client.
    const { remoteAddress } = socket
    if (remoteAddress === undefined || (headers === undefined && isTrusted(remoteAddress, 0))) return null
    const address = headers ? proxyAddr({ socket, headers } as IncomingMessage, isTrusted) : remoteAddress
    try {
      await rateLimits.countAddress('flood', address)
      return null
    } catch (error) {
      if (error instanceof DomainError) return error
      throw error
    }
  }
}
