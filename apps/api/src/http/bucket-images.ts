import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '@second-ring/contracts/errors'
import { answerPictureError, readToTheEnd } from '@second-ring/pictures/answer-errors'
import { openIncomingFiles } from '@second-ring/pictures/incoming-files'
import { loadSharp } from '@second-ring/pictures/render-picture'
import { servePictures } from '@second-ring/pictures/serve-pictures'
import { takePictures } from '@second-ring/pictures/take-pictures'
import { UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BucketImages } from '#adapters/images/choose-image-host.ts'
import { createS3Bucket } from '#adapters/images/s3-bucket.ts'
import { createS3PictureStore } from '#adapters/images/s3-picture-store.ts'
import type { RateLimits } from '#platform/rate-limits.ts'
import { answerError } from './rest/errors.ts'

interface BucketImagesParts extends BucketImages {
  rateLimits: RateLimits
  /** How long a request may take to arrive: an upload learns before that. */
  requestTimeoutMs: number
}

const UPLOAD_PATH = '/1/upload'

/** The API as the image host: it takes pictures at the paths of one, keeps them in a bucket, and serves them from there. */
export async function bucketImages(app: FastifyInstance, parts: BucketImagesParts): Promise<void> {
  const { bucket, key, publicUrl, rateLimits, requestTimeoutMs } = parts
  // At the start, so that a server that could not draw a picture does not start.
  await loadSharp()
  const store = createS3PictureStore(createS3Bucket(bucket))
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-uploads-'))
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }))

  // Pictures are public, and clients on other sites show and send them too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
  })
  // It takes so many uploads at once, and no more.
  app.addHook('onRoute', route => {
    if (route.url === UPLOAD_PATH) route.config = { ...route.config, hasOwnBound: true }
  })
  app.setErrorHandler(answerAsHost)
  readToTheEnd(app)
  app.options(UPLOAD_PATH, (_request, reply) =>
    reply.code(204).header('access-control-allow-methods', 'GET, HEAD, POST').send(),
  )
  await takePictures(app, {
    store,
    incoming: await openIncomingFiles(folder),
    key,
    publicUrl: () => publicUrl,
    uploadTimeout: requestTimeoutMs * 0.9,
    count: request => countUpload(rateLimits, request),
  })
  servePictures(app, store)
}

async function countUpload(rateLimits: RateLimits, request: FastifyRequest): Promise<void> {
  await rateLimits.countAddress('upload', request.ip)
}

function answerAsHost(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof DomainError)) return answerPictureError(error, request, reply)
  if (error.code !== 'TOO_MANY_REQUESTS') return answerError(error, request, reply)
  const tooMany = new UploadError(429, error.message, { retryAfterS: error.retryAfterS ?? undefined })
  return answerPictureError(tooMany, request, reply)
}
