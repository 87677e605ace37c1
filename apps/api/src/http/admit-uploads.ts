import { DomainError } from '@second-ring/contracts/errors'
import { UPLOADS_AT_ONCE } from '@second-ring/contracts/limits'
import { UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import { asOutage } from '#platform/database-outage.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'
import { statusOf } from './rest/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose upload it is; null for one without an account. */
    uploaderId: string | null
  }
}

export interface UploadAdmission {
  platform: Platform
  /** Other sites whose pages may upload. */
  corsOrigins: string[]
}

const PREFLIGHT_CACHED_S = 600
const BUSY_RETRY_S = 2

/**
 * Decides on every upload of a scope before anything of it is read: from which page, by whom, how often, how many at once.
 * Errors are those of the image host (`asUploadError`).
 */
export function admitUploads(app: FastifyInstance, { platform, corsOrigins }: UploadAdmission): void {
  const inProgress = createShares(UPLOADS_AT_ONCE)
  app.decorateRequest('uploaderId', null)
  app.addHook('onRoute', route => {
    route.config = { ...route.config, hasOwnBound: true }
  })
  app.addHook('onRequest', async (request, reply) => {
    allowOrigin(request, reply, corsOrigins)
    if (request.method === 'OPTIONS') return
    refuseOtherSites(request, corsOrigins)
    request.uploaderId = await uploaderOf(platform, request)
    const { uploaderId, ip } = request
    if (uploaderId === null) await platform.rateLimits.countAddress('uploadUnnamed', ip)
    else await platform.rateLimits.countAccount('upload', uploaderId)
    const release = inProgress.take(uploaderId ?? networkOf(ip))
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

/** A browser says when a page of another site makes it send something; its visitor knows nothing of that. */
function refuseOtherSites({ headers }: FastifyRequest, corsOrigins: string[]): void {
  if (headers['sec-fetch-site'] !== 'cross-site' || corsOrigins.includes(headers.origin ?? '')) return
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

/** How much each of many uses at one time. */
function createShares(most: number) {
  const used = new Map<string, number>()
  return {
    /** @returns what gives it back, once however often it is called */
    take(who: string): () => void {
      const count = used.get(who) ?? 0
      if (count >= most) {
        const message = `${most} of your pictures are being received already. Send this one after them.`
        throw new UploadError(429, message, { retryAfterS: BUSY_RETRY_S })
      }
      used.set(who, count + 1)
      let isGiven = false
      return () => {
        if (isGiven) return
        isGiven = true
        const left = (used.get(who) ?? 1) - 1
        if (left > 0) used.set(who, left)
        else used.delete(who)
      }
    },
  }
}
