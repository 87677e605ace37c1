import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DomainError } from '@second-ring/contracts/errors'
import { answerPictureError, readToTheEnd } from '@second-ring/pictures/answer-errors'
import { createDecoders } from '@second-ring/pictures/decoder/decoders'
import { openIncomingFiles } from '@second-ring/pictures/incoming-files'
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

/** The API as the image host: it takes pictures at the paths of one, keeps them in a bucket, and serves them from there. */
export async function bucketImages(app: FastifyInstance, parts: BucketImagesParts): Promise<void> {
  const { bucket, key, publicUrl, rateLimits, requestTimeoutMs } = parts
  // At the start, so that a server that could not draw a picture does not start.
  const decoders = createDecoders()
  app.addHook('onClose', async () => decoders.stop())
  app.log.info({ by: await decoders.check() }, 'the memory of picture decoders is bound')
  const store = createS3PictureStore(createS3Bucket(bucket))
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-uploads-'))
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }))

  // Pictures are public, and clients on other sites show and send them too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin').header('access-control-allow-origin', '*')
  })
  app.setErrorHandler(answerAsHost)
  readToTheEnd(app)
  app.options('/1/upload', (_request, reply) =>
    reply.code(204).header('access-control-allow-methods', 'GET, HEAD, POST').send(),
  )
  await takePictures(app, {
    store,
    incoming: await openIncomingFiles(folder),
    decoders,
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
