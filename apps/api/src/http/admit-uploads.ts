import { DomainError } from '@second-ring/contracts/errors'
import { UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import { asOutage } from '#platform/database-outage.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'
import { checkUpload } from '#platform/uploads.ts'
import { statusOf } from './rest/errors.ts'
import { createUploadPlaces } from './upload-places.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose upload it is; null for one without an account. */
    uploaderId: string | null
    /** Aborted when the upload has to make way for others. */
    uploadStopped: AbortSignal | undefined
  }
}

export interface UploadAdmission {
  platform: Platform
  /** Other sites whose pages may upload. */
  corsOrigins: string[]
  /** The site's own origin. */
  publicOrigin: string
}

const PREFLIGHT_CACHED_S = 600

/**
 * Decides on every upload of a scope before anything of it is read: from which page, by whom, how often, how many at once.
 * Errors are those of the image host (`asUploadError`).
 */
export function admitUploads(app: FastifyInstance, { platform, ...sites }: UploadAdmission): void {
  const places = createUploadPlaces()
  app.decorateRequest('uploaderId', null)
  app.decorateRequest('uploadStopped', undefined)
  app.addHook('onRoute', route => {
    route.config = { ...route.config, hasOwnBound: true }
  })
  app.addHook('onRequest', async (request, reply) => {
    allowOrigin(request, reply, sites.corsOrigins)
    if (request.method === 'OPTIONS') return
    refuseOtherSites(request, sites)
    request.uploaderId = await uploaderOf(platform, request)
    const { uploaderId, ip, raw } = request
    if (uploaderId === null) await platform.rateLimits.countAddress('uploadUnnamed', ip)
    else {
      await platform.rateLimits.countAccount('upload', uploaderId)
      await checkUpload(platform, uploaderId)
    }
    const address = networkOf(ip)
    const { release, stopped } = places.take({
      sender: uploaderId ?? address,
      address,
      received: () => raw.socket.bytesRead,
      isWhole: () => raw.complete,
    })
    request.uploadStopped = stopped
    if (reply.raw.destroyed) release()
    else reply.raw.once('finish', release).once('close', release)
  })
  app.options('/1/upload', (_request, reply) => reply.code(204).send())
}

/** An error in the form of the image host; undefined for one that is not of an upload. */
export function asUploadError(thrown: Error): UploadError | undefined {
  const error = asOutage(thrown) ?? thrown
  if (error instanceof UploadError) return error
  if (!(error instanceof DomainError)) return undefined
  return new UploadError(statusOf(error), error.message, {
    cause: error.cause,
    retryAfterS: error.retryAfterS ?? undefined,
  })
}

/** Pages of the listed sites may upload with a bearer; no other page learns anything. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, corsOrigins: string[]): void {
  const { origin } = request.headers
  reply.header('vary', 'origin')
  if (origin === undefined || !corsOrigins.includes(origin)) return
  reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', 'retry-after')
  if (request.method !== 'OPTIONS') return
  reply
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'authorization, content-type')
    .header('access-control-max-age', PREFLIGHT_CACHED_S)
}

type Sites = Pick<UploadAdmission, 'corsOrigins' | 'publicOrigin'>

/**
 * A browser says which page makes it send something, older ones by `Origin` alone; its visitor knows nothing of that. Who is
 * no browser says nothing.
 */
function refuseOtherSites({ headers }: FastifyRequest, { corsOrigins, publicOrigin }: Sites): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isNamed = origin !== undefined
  if (isNamed && [publicOrigin, ...corsOrigins].includes(origin)) return
  // On a machine of one's own the site may be open by another of its names.
  if (isNamed && publicOrigin.startsWith('http:') && URL.parse(origin)?.host === host) return
  if (!isNamed && site !== 'cross-site' && site !== 'same-site') return
  throw new UploadError(403, 'Pages of other sites cannot upload pictures here.')
}

async function uploaderOf(platform: Platform, { headers }: FastifyRequest): Promise<string | null> {
  const token = bearerToken(headers.authorization)
  if (token === null) return null
  const { caller } = await authenticate(platform, token)
  if (!caller)
    throw new UploadError(401, 'You are signed in no longer. Sign in again, then send the picture once more.')
  return caller.id
}
