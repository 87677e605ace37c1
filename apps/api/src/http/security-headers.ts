import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { WebConfig } from '@second-ring/contracts/config'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

interface SecurityHeaders {
  webConfig: WebConfig
  /** Where pictures come from, beside the site itself; null when only from the site. */
  imageOrigin: string | null
  isProduction: boolean
  /** Whether browsers reach the site by https. */
  isHttps: boolean
}

const STRIPE = 'https://js.stripe.com'
const HSTS_SECONDS = 365 * 24 * 3600

/** What of the browser no page of the site uses, and no script that gets into one may. */
const unused = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
  'xr-spatial-tracking',
]

/** A content policy that names only what the product uses, and the usual headers beside it, on every answer. */
export function registerSecurityHeaders(app: FastifyInstance, options: SecurityHeaders): void {
  const headers = securityHeadersFor(options)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** They are the same for every answer, and so made once; what answers without the hooks sends them by itself. */
export function securityHeadersFor(options: SecurityHeaders): OutgoingHttpHeaders {
  const { webConfig, imageOrigin, isProduction, isHttps } = options
  const card = cardOrigins(webConfig.cardPayments.scriptUrl)
  const identity = identityOrigins(webConfig.identity)
  const images = imageOrigin ? [imageOrigin] : []
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  response.setHeader('permissions-policy', policyOf(new URL(webConfig.cardPayments.scriptUrl).origin))
  const settings: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...card.script, ...identity.script],
        workerSrc: ["'self'"],
        connectSrc: ["'self'", ...card.connect, ...identity.connect, ...uploadOrigin(webConfig.imageHost.uploadUrl)],
        frameSrc: [...card.frame, ...identity.frame],
        imgSrc: ["'self'", 'data:', 'blob:', ...images],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // The Google sign-in popup talks back to its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: isProduction && isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: true },
  }
  helmet(settings)(new IncomingMessage(new Socket()), response, () => {})
  return response.getHeaders()
}

function policyOf(cardOrigin: string): string {
  return [`payment=(self "${cardOrigin}")`, ...unused.map(name => `${name}=()`)].join(', ')
}

function cardOrigins(scriptUrl: string): { script: string[]; connect: string[]; frame: string[] } {
  const { origin } = new URL(scriptUrl)
  if (origin !== STRIPE) return { script: [origin], connect: [origin], frame: [origin] }
  // As its documentation of content policies asks.
  const script = [STRIPE, 'https://*.js.stripe.com']
  return { script, connect: ['https://api.stripe.com'], frame: [...script, 'https://hooks.stripe.com'] }
}

function identityOrigins(identity: WebConfig['identity']): { script: string[]; connect: string[]; frame: string[] } {
  if (identity.emulatorUrl) return { script: [], connect: [new URL(identity.emulatorUrl).origin], frame: [] }
  return {
    script: ['https://apis.google.com'],
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
    frame: [`https://${identity.authDomain}`],
  }
}

function uploadOrigin(uploadUrl: string): string[] {
  return uploadUrl.startsWith('/') ? [] : [new URL(uploadUrl).origin]
}
