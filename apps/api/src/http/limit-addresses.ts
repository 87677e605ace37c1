import { callsOfBody } from '@second-ring/contracts/call-weights'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { LimitBy, RateLimits } from '#platform/rate-limits.ts'
import { RPC_PREFIX } from './trpc/wire.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts the request as so many calls more of its address; absent where nothing is counted.
     * @throws DomainError TOO_MANY_REQUESTS
     */
    countCalls?: (calls: number) => Promise<void>
  }
}

/** REST paths that are counted by address; the same calls of tRPC are counted by their procedures. */
const limited: Record<string, LimitBy<'address'>> = {
  'GET /jwt': 'signIn',
  'POST /token-sync': 'signIn',
  'POST /users': 'register',
  'POST /client-errors': 'reportClientErrors',
}

/** What machines ask for, from few addresses and often. */
const uncounted = new Set<string | undefined>(['/healthz', '/readyz'])

/** Counts what comes from each address: all of it, and the calls that invite guessing once more. */
export function limitAddresses(
  app: FastifyInstance,
  { rateLimits, trustsProxy }: { rateLimits: RateLimits; trustsProxy: boolean },
): void {
  if (!trustsProxy) warnOfUnknownProxy(app)
  app.addHook('onRoute', route => {
    const limit = limitOf(route)
    if (!limit) return
    route.onRequest = [route.onRequest ?? []].flat()
    route.onRequest.push(async request => rateLimits.countAddress(limit, request.ip))
  })
  app.addHook('onRequest', async request => {
    if (uncounted.has(request.routeOptions.url)) return
    request.countCalls = calls => rateLimits.countAddress('flood', request.ip, calls)
    await request.countCalls(callsOf(request) + bodyCallsOf(request))
  })
}

// Behind a proxy that is not trusted everyone has its address, and so one bucket.
function warnOfUnknownProxy(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return
    isWarned = true
    app.log.warn('A request came with X-Forwarded-For. If a proxy of yours sent it, name the proxy in TRUST_PROXY.')
  })
}

// Of a GET route there is a HEAD route too, which does the same work.
function limitOf({ method, url }: RouteOptions): LimitBy<'address'> | undefined {
  const methods = [method].flat().map(name => (name === 'HEAD' ? 'GET' : name))
  return methods.map(name => limited[`${name} ${url}`]).find(limit => limit !== undefined)
}

/** Before anything of it is read. Pictures have limits of their own. */
function bodyCallsOf({ routeOptions, headers }: FastifyRequest): number {
  return routeOptions.config.hasOwnBound ? 0 : callsOfBody(headers)
}

/** How many calls a request makes: a batch of tRPC names them in its path, with commas between. By what the router has read. */
function callsOf({ routeOptions, params }: FastifyRequest): number {
  if (routeOptions.url !== `${RPC_PREFIX}/:path`) return 1
  const { path } = params as { path: string }
  return path.split(',').length
}
