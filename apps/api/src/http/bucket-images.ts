import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { answerPictureError, readToTheEnd } from '@second-ring/pictures/answer-errors'
import { createDecoders } from '@second-ring/pictures/decoder/decoders'
import { openIncomingFiles } from '@second-ring/pictures/incoming-files'
import { servePictures } from '@second-ring/pictures/serve-pictures'
import { takePictures } from '@second-ring/pictures/take-pictures'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BucketImages } from '#adapters/images/choose-image-host.ts'
import { createS3Bucket } from '#adapters/images/s3-bucket.ts'
import { createS3PictureStore } from '#adapters/images/s3-picture-store.ts'
import { ownReference } from '#platform/image-host.ts'
import { networkOf } from '#platform/network-of.ts'
import { recordUpload } from '#platform/uploads.ts'
import { createAddressPlaces } from './address-places.ts'
import { admitUploads, asUploadError, type UploadAdmission } from './admit-uploads.ts'

/**
 * How many pictures of one address are fetched from the bucket and sent at once, as a browser asks one site for them; and how many
 * more of it wait for that, such as a page's.
 */
const OF_ADDRESS = { atOnce: 6, waiting: 100 }

interface BucketImagesParts extends BucketImages, UploadAdmission {
  /** How long a request may take to arrive: an upload learns before that. */
  requestTimeoutMs: number
}

/** The API as the image host: it takes pictures at the paths of one, stores them in a bucket, and serves them from there. */
export async function bucketImages(app: FastifyInstance, parts: BucketImagesParts): Promise<void> {
  const { bucket, key, publicUrl, platform, requestTimeoutMs } = parts
  const store = createS3PictureStore(createS3Bucket(bucket))
  const decoders = createDecoders()
  app.addHook('onClose', async () => decoders.stop())
  // At the start, so that a server that could not draw a picture does not start.
  app.log.info({ by: await decoders.check() }, 'the memory of picture decoders is bound')
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-uploads-'))
  app.addHook('onClose', () => rm(folder, { recursive: true, force: true }))

  // Pictures are public, and clients on other sites show them too.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  app.setErrorHandler(answerAsHost)
  await app.register(async uploads => {
    readToTheEnd(uploads)
    admitUploads(uploads, parts)
    await takePictures(uploads, {
      store,
      incoming: await openIncomingFiles(folder),
      decoders,
      key,
      publicUrl: () => publicUrl,
      uploadTimeout: requestTimeoutMs * 0.9,
      senderOf: ({ ip, uploaderId }) => ({ address: networkOf(ip), account: uploaderId ?? '' }),
      stopOf: ({ uploadStopped }) => uploadStopped,
      // Before it is stored: nothing lies in the bucket that no row knows.
      record: ({ name, look }, { uploaderId: userId }) =>
        recordUpload(platform, { reference: ownReference(name), userId, look }),
    })
  })
  await app.register(async pictures => {
    const addresses = createAddressPlaces(OF_ADDRESS)
    const leave = new WeakMap<FastifyReply, () => void>()
    pictures.addHook('onRequest', async (request, reply) => {
      reply.header('access-control-allow-origin', '*')
      leave.set(reply, await addresses.take(request.ip))
    })
    pictures.addHook('onSend', async (request, reply, payload) => {
      onGone(request, () => {
        leave.get(reply)?.()
        // It would wait for a reader for ever.
        if (payload instanceof Readable) payload.destroy()
      })
      return payload
    })
    pictures.addHook('onResponse', async (_request, reply) => leave.get(reply)?.())
    servePictures(pictures, store)
  })
}

/**
 * Calls the listener when the connection of a request has ended, also when it has done so already; by its socket, since an answer
 * that waits behind another one of its connection does not learn of it.
 */
function onGone({ raw: { socket } }: FastifyRequest, listener: () => void): void {
  if (socket.destroyed) listener()
  else socket.once('close', listener)
}

function answerAsHost(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerPictureError(asUploadError(error) ?? error, request, reply)
}
