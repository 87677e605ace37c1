import { DomainError } from '@second-ring/contracts/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateAdminToken, isAdminToken } from '#identity/admin-tokens.ts'
import { type Authentication, authenticate, bearerToken, requireCaller } from '#identity/authenticate.ts'
import type { Caller } from '#identity/caller.ts'
import { type SessionOrigin, sessionOrigin } from '#identity/session-origin.ts'
import { rejectAmbiguous } from './read-input.ts'
import type { RestParts } from './rest-routes.ts'

/** Who may call: anyone, a signed-in user, or the holder of a provider's ID token (before there is an access token). */
export type Access = 'anyone' | 'signed in' | 'identity'

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user who calls a REST route, with the attempt that `Idempotency-Key` names. */
    caller: Caller | null
    /** Why the session of the request's access token has ended. */
    ended: DomainError | null
  }
  interface FastifyContextConfig {
    /** Who may call a REST route; each of them says so. */
    access?: Access
    /** Whether an admin's token is a bearer here too. */
    takesAdminToken?: boolean
  }
}

// Old clients show the message to their user as it is.
const SIGN_IN_AGAIN = 'Sign in again to go on.'

type Calling = Pick<FastifyRequest, 'headers'> & Authentication

/** Reads who calls a REST route, after the body is parsed and before the input is validated. */
export function identifyCallers(app: FastifyInstance, { platform, session, trustsEmail }: RestParts): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('ended', null)
  app.addHook('preValidation', async (request, reply) => {
    const { access, takesAdminToken } = request.routeOptions.config
    rejectAmbiguous(request.query)
    const bearer = bearerToken(request.headers.authorization)
    const cookie = session.tokenOf(request)
    // Neither a proxy nor the browser stores what one user is shown.
    if (bearer !== null || cookie !== null) reply.header('cache-control', 'no-store')
    if (takesAdminToken && bearer !== null && isAdminToken(bearer)) {
      request.caller = await authenticateAdminToken(platform, bearer)
    } else if (access !== 'identity') Object.assign(request, await authenticate(platform, bearer ?? cookie))
    // In laboratory mode all come from one machine, and none has proven an email.
    if (request.caller && !trustsEmail) request.caller = { ...request.caller, address: request.ip }
    if (access === 'signed in') callerOf(request)
    if (access === 'identity') idTokenOf(request)
  })
}

/**
 * Returns the user who calls.
 * @throws DomainError UNAUTHENTICATED, SESSION_ENDED
 */
export function callerOf(request: Authentication): Caller {
  return requireCaller(request, SIGN_IN_AGAIN)
}

/**
 * Returns the user who calls, if the email that they sent is theirs.
 * @throws DomainError UNAUTHENTICATED, SESSION_ENDED, FORBIDDEN
 */
export function callerWithEmail(request: Calling, email: string): Caller {
  const caller = callerOf(request)
  if (caller.email === email) return caller
  throw new DomainError('FORBIDDEN', 'You are signed in with another email. Sign in again.')
}

/**
 * Returns the bearer of a route that takes the provider's ID token.
 * @throws DomainError UNAUTHENTICATED
 */
export function idTokenOf({ headers }: Calling): string {
  const token = bearerToken(headers.authorization)
  if (token === null) throw new DomainError('UNAUTHENTICATED', SIGN_IN_AGAIN)
  return token
}

/** Where a session is begun from by this request. */
export function originOf({ headers, ip }: FastifyRequest): SessionOrigin {
  return sessionOrigin(headers['user-agent'], ip)
}
