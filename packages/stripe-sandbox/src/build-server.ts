import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serveAccountPages } from './account-pages/serve-account-pages.ts'
import { accountEndpoints } from './accounts/accounts.endpoints.ts'
import { linkEndpoints } from './accounts/links.endpoints.ts'
import { balanceEndpoints } from './balance/balance.endpoints.ts'
import { chargeEndpoints } from './charges/charges.endpoints.ts'
import { disputeEndpoints } from './disputes/disputes.endpoints.ts'
import { eventEndpoints } from './events/events.endpoints.ts'
import { fraudWarningEndpoints } from './fraud-warnings/fraud-warnings.endpoints.ts'
import { authenticationEndpoints } from './intents/authentications.endpoints.ts'
import { intentEndpoints } from './intents/intents.endpoints.ts'
import { servePages } from './pages/serve-pages.ts'
import { paymentMethodEndpoints } from './payment-methods/payment-methods.endpoints.ts'
import { payoutEndpoints } from './payouts/payouts.endpoints.ts'
import { refundEndpoints } from './refunds/refunds.endpoints.ts'
import { newId } from './state/new-id.ts'
import { tokenEndpoints } from './tokens/tokens.endpoints.ts'
import { reversalEndpoints } from './transfers/reversals.endpoints.ts'
import { transferEndpoints } from './transfers/transfers.endpoints.ts'
import { invalidRequest } from './wire/api-error.ts'
import { addApiHeaders } from './wire/api-headers.ts'
import type { Endpoint } from './wire/endpoint.ts'
import { answerError, toApiError } from './wire/error-answer.ts'
import { parseForm } from './wire/form-body.ts'
import { type EndpointHost, serveEndpoint } from './wire/serve-endpoint.ts'

/** All of the API that is carried out. */
export const apiEndpoints: readonly Endpoint[] = [
  ...intentEndpoints,
  ...authenticationEndpoints,
  ...paymentMethodEndpoints,
  ...tokenEndpoints,
  ...chargeEndpoints,
  ...refundEndpoints,
  ...disputeEndpoints,
  ...fraudWarningEndpoints,
  ...balanceEndpoints,
  ...accountEndpoints,
  ...linkEndpoints,
  ...transferEndpoints,
  ...reversalEndpoints,
  ...payoutEndpoints,
  ...eventEndpoints,
]

const BODY_LIMIT = 256 * 1024

/**
 * The HTTP server: the API under /v1, the script and the pages that it opens under /v3, accounts'
 * pages under /connect, test calls under /sandbox.
 */
export function buildServer(host: EndpointHost, testCalls: readonly Endpoint[]): FastifyInstance {
  const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = answerError(toApiError(error, host.report), request.id)
    return reply.code(status).type('application/json').send(body)
  }
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId('req'),
    requestTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: sendError,
    routerOptions: { maxParamLength: 300 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseForm(String(body)))
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
  addApiHeaders(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0]
    const unknown = invalidRequest(
      `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
      { status: 404 },
    )
    return sendError(unknown, request, reply)
  })
  for (const endpoint of [...apiEndpoints, ...testCalls]) serveEndpoint(app, endpoint, host)
  servePages(app)
  serveAccountPages(app, host)
  return app
}
