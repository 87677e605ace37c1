import helmet from '@fastify/helmet'
import type { WebConfig } from '@second-ring/contracts/config'
import type { FastifyInstance } from 'fastify'

interface SecurityHeaders {
  webConfig: WebConfig
  /** Where pictures come from, beside the site itself; null when only from the site. */
  imageOrigin: string | null
  isProduction: boolean
}

const HSTS_SECONDS = 365 * 24 * 3600

/** A content policy that names only what the product uses, and the usual headers beside it. */
export async function registerSecurityHeaders(app: FastifyInstance, options: SecurityHeaders): Promise<void> {
  const { webConfig, imageOrigin, isProduction } = options
  const card = cardOrigins(webConfig.cardPayments.scriptUrl)
  const identity = identityOrigins(webConfig.identity)
  const images = imageOrigin ? [imageOrigin] : []
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", card.script, ...identity.script],
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
    strictTransportSecurity: isProduction ? { maxAge: HSTS_SECONDS, includeSubDomains: true } : false,
  })
}

function cardOrigins(scriptUrl: string): { script: string; connect: string[]; frame: string[] } {
  const { origin } = new URL(scriptUrl)
  if (origin !== 'https://js.stripe.com') return { script: origin, connect: [origin], frame: [origin] }
  return { script: origin, connect: ['https://api.stripe.com'], frame: [origin, 'https://hooks.stripe.com'] }
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
