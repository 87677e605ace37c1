import type { Server } from 'node:http'
import type { WebConfig } from '@second-ring/contracts/config'
import { BODY_MAX_BYTES } from '@second-ring/contracts/limits'
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { accountDataZip } from '#account-data/account-data.rest.ts'
import type { BucketImages } from '#adapters/images/choose-image-host.ts'
import { createRateLimits } from '#adapters/rate-limits/rate-limits.ts'
import type { RateStore } from '#adapters/rate-limits/rate-stores.ts'
import type { Metrics } from '#adapters/telemetry/metrics.ts'
import type { Tracing } from '#adapters/telemetry/open-telemetry.ts'
import { auditCsv } from '#audit/audit.rest.ts'
import { earningsCsv } from '#earnings/earnings.rest.ts'
import { createAdmission, type LoadLimits } from '#http/admission.ts'
import { boundConnections } from '#http/bound-connections.ts'
import { clientErrorsRoute } from '#http/client-errors.ts'
import { createUnroutedCount } from '#http/count-unrouted.ts'
import { readForwardedAddresses } from '#http/forwarded-addresses.ts'
import { healthRoutes } from '#http/health-routes.ts'
import { limitAddresses } from '#http/limit-addresses.ts'
import { observeRequests } from '#http/observe-requests.ts'
import type { Readiness } from '#http/readiness.ts'
import { requestIdOf } from '#http/request-id.ts'
import { RequestLog } from '#http/request-log.ts'
import { responseCache } from '#http/response-cache.ts'
import { createConnectionErrors, ignoreExpectations, rejectTunnels } from '#http/rest/connection-errors.ts'
import { corsHeadersFor, registerCors } from '#http/rest/cors.ts'
import { answerError, answerNotFound } from '#http/rest/errors.ts'
import { rejectMalformed } from '#http/rest/reject-malformed.ts'
import { sandboxImages } from '#http/sandbox-images.ts'
import { registerSecurityHeaders, securityHeadersFor } from '#http/security-headers.ts'
import { endSlowConnections } from '#http/slow-connections.ts'
import { answerNavigations, webApp } from '#http/web-app.ts'
import { webConfigRoute } from '#http/web-config.ts'
import { sitemapRoutes } from '#listings/sitemap.rest.ts'
import { socialCardRoute } from '#listings/social-card.rest.ts'
import { liveRoutes } from '#live/live.rest.ts'
import { unsubscribeRoute } from '#mails/unsubscribe.rest.ts'
import { cardPaymentsWebhook } from '#payments/card-payments.webhook.ts'
import { connectedAccountsWebhook } from '#payouts/connected-accounts.webhook.ts'
import { registerAccessTokens } from '#platform/jwt-access-tokens.ts'
import type { Platform } from '#platform/platform.ts'
import { noRateLimits, type RateLimits } from '#platform/rate-limits.ts'
import { createUnsubscribeTokens } from '#platform/unsubscribe-tokens.ts'
import { restPlugin } from '#rest-api/rest-plugin.ts'
import { renderedPages } from '#trpc-api/rendered-pages.ts'
import { rpcPlugin } from '#trpc-api/trpc-plugin.ts'

/** What use cases need, without what the app creates itself. */
export type Outside = Omit<
  Platform,
  'accessTokens' | 'unsubscribeTokens' | 'rateLimits' | 'telemetry' | 'operatorEmail' | 'bannedEmailKeys'
>

/** What serves those who run the server. */
export interface Operations {
  readiness: Readiness
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal
  metrics: Metrics | null
  tracing: Tracing | null
}

/** What the app is made of. */
interface AppParts extends Outside {
  operations: Operations
  /** Where processes count their rate limits together; without it this one counts alone. */
  rateStore?: RateStore | undefined
}

export interface AppSettings {
  accessTokenSecret: string
  /** The secret before it, whose tokens are still taken. */
  previousAccessTokenSecret?: string | undefined
  /** The key of the hashes of banned emails; the access token's secret by default. */
  bannedEmailSecret?: string | undefined
  webConfig: WebConfig
  /** The web's build, with `site/` and `server/`; null when something else serves it, as in development. */
  webDir: string | null
  /** The origin by which browsers reach the site. */
  publicOrigin: string
  /** Other sites whose pages may call the REST paths. */
  corsOrigins: string[]
  /** Whether the REST paths take an email without proof: for an old client in a laboratory. */
  trustsEmail: boolean
  /** Where pictures come from, beside the site itself. */
  imageOrigin: string | null
  /** What makes the app the image host itself; it is not by default. */
  bucketImages?: BucketImages | null
  /** The sandbox's image host, to stand behind the site's origin. */
  sandboxImageHostUrl: string | null
  isProduction: boolean
  /** How long a request may take to arrive, in milliseconds; two minutes by default. */
  requestTimeoutMs?: number | undefined
  /** Whether browsers use the site by https alone. */
  isHttps: boolean
  /** Multiplies every rate limit; null for none. */
  rateLimitScale: number | null
  /** The proxies whose word on where a request came from is taken: addresses and ranges. */
  trustedProxies: string[]
  /** Whether answers that are the same for everyone are cached until they change. */
  cachesResponses: boolean
  load: LoadLimits
  logger: NonNullable<FastifyServerOptions['logger']>
}

/** Room for the largest token that may be sent, of 16 KB, and the headers around it. */
const HEADERS_MAX_BYTES = 24 * 1024
/** How long a request may take to arrive: a picture on a slow line. */
const REQUEST_TIMEOUT_MS = 120_000
/** How long its head may take, and its body before a minimum rate is asked of it. */
const SLOW_AFTER_MS = 10_000
/** How long nothing may happen on a connection in the middle of something. */
const SILENCE_MS = 60_000
/** How long an idle connection stays open: longer than load balancers allow, so that they close it first. */
const KEEP_ALIVE_MS = 72_000
const PARAM_MAX_LENGTH = 2000

/** The whole product's server, with everything injected; listening is `serve.ts`'s. */
export async function buildApp(
  { operations, rateStore, ...outside }: AppParts,
  settings: AppSettings,
): Promise<{ app: FastifyInstance; platform: Platform }> {
  const { readiness, stopping, metrics, tracing } = operations
  const onShed = () => metrics?.requestShed()
  const { corsOrigins, trustedProxies } = settings
  const admission = createAdmission({ limits: settings.load, stopping, corsOrigins, trustedProxies, onShed })
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = settings
  const slowAfterMs = Math.min(requestTimeoutMs, SLOW_AFTER_MS)
  const httpSettings = {
    maxHeaderSize: HEADERS_MAX_BYTES,
    headersTimeout: slowAfterMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.round(slowAfterMs / 3),
    // Rejected as other malformed requests are, so that it counts like one.
    requireHostHeader: false,
  }
  const { rateLimitScale: scale } = settings
  const rateLimits = scale === null ? noRateLimits : limitRates({ scale, rateStore, metrics, log: () => app.log })
  const countUnrouted = createUnroutedCount({ rateLimits, trustedProxies })
  const securityHeaders = securityHeadersFor(settings)
  const app = fastify({
    serverFactory: serve => timed(admission.createServer(serve, httpSettings), 2 * requestTimeoutMs),
    logger: settings.logger,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    bodyLimit: BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
    // While the app closes, requests on open connections are still served: their senders do not know yet.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    routerOptions: { maxParamLength: PARAM_MAX_LENGTH },
    // An address that cannot be read is answered without the hooks.
    async frameworkErrors(error, request, reply) {
      const cors = corsHeadersFor(corsOrigins, request.headers.origin)
      reply.headers({ ...securityHeaders, ...cors })
      answerError((await countUnrouted(request.raw)) ?? error, request, reply)
    },
    clientErrorHandler: createConnectionErrors(countUnrouted),
  })
  app.setErrorHandler(answerError)
  rejectTunnels(app.server, countUnrouted)
  ignoreExpectations(app.server)
  endSlowConnections(app.server, { slowAfterMs })
  boundConnections(app.server, { trustedProxies })
  // Of what is prepended to the requests the last comes first.
  if (trustedProxies.length > 0) readForwardedAddresses(app.server)
  await admission.watch(app)
  metrics?.watchLoad(admission)
  readiness.watchLoad(admission)
  await observeRequests(app, { tracing, metrics })
  const { clock } = outside
  const accessTokens = await registerAccessTokens(app, {
    secret: settings.accessTokenSecret,
    previousSecret: settings.previousAccessTokenSecret,
    clock,
  })
  const telemetry = { counters: metrics }
  const unsubscribeTokens = createUnsubscribeTokens(settings.accessTokenSecret, settings.previousAccessTokenSecret)
  const platform: Platform = {
    ...outside,
    accessTokens,
    unsubscribeTokens,
    rateLimits,
    telemetry,
    operatorEmail: settings.webConfig.operator?.email ?? null,
    bannedEmailKeys: bannedEmailKeysOf(settings),
  }
  registerSecurityHeaders(app, settings)
  await registerCors(app, { origins: corsOrigins, rateLimits })
  if (scale !== null) limitAddresses(app, { rateLimits, trustsProxy: trustedProxies.length > 0 })
  rejectMalformed(app)
  await app.register(healthRoutes, { readiness })
  await app.register(webConfigRoute, settings)
  await app.register(clientErrorsRoute, telemetry)
  if (settings.webDir) answerNavigations(app)
  responseCache(app, { events: platform.events, counters: metrics, isOn: settings.cachesResponses })
  await app.register(rpcPlugin, { platform })
  await app.register(restPlugin, { ...settings, platform })
  await app.register(liveRoutes, { platform })
  await app.register(cardPaymentsWebhook, { platform })
  await app.register(connectedAccountsWebhook, { platform })
  await app.register(unsubscribeRoute, { platform })
  await app.register(sitemapRoutes, { platform })
  await app.register(socialCardRoute, { platform })
  await app.register(auditCsv, { platform })
  await app.register(earningsCsv, { platform })
  await app.register(accountDataZip, { platform })
  const { publicOrigin } = settings
  const uploads = { platform, corsOrigins, publicOrigin }
  if (settings.bucketImages) {
    // Only then is it loaded, with what re-encodes pictures.
    const { bucketImages } = await import('#http/bucket-images.ts')
    await app.register(bucketImages, { ...settings.bucketImages, ...uploads, requestTimeoutMs })
  } else if (settings.sandboxImageHostUrl)
    await app.register(sandboxImages, { upstream: settings.sandboxImageHostUrl, ...uploads })
  const { webDir } = settings
  if (webDir) {
    await app.register(renderedPages, { platform, webDir })
    await webApp(app, { webDir })
  } else app.setNotFoundHandler(answerNotFound)
  return { app, platform }
}

interface RateLimitParts extends Pick<AppParts, 'rateStore'>, Pick<Operations, 'metrics'> {
  scale: number
  log(): FastifyBaseLogger
}

function limitRates({ scale, rateStore, metrics, log }: RateLimitParts): RateLimits {
  return createRateLimits({
    scale,
    store: rateStore,
    onAway(error) {
      metrics?.rateStoreAway()
      log().warn({ err: error }, 'rate limits are counted in this process alone')
    },
    onBack: () => log().info('rate limits are counted together again'),
  })
}

function bannedEmailKeysOf(settings: AppSettings): Platform['bannedEmailKeys'] {
  const { accessTokenSecret, previousAccessTokenSecret: previous, bannedEmailSecret } = settings
  const older = previous === undefined ? [] : [previous]
  return bannedEmailSecret === undefined
    ? [accessTokenSecret, ...older]
    : [bannedEmailSecret, accessTokenSecret, ...older]
}

/** Ends connections on which nothing happens. */
function timed(server: Server, silenceMs: number): Server {
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server.setTimeout(Math.min(silenceMs, SILENCE_MS))
}
