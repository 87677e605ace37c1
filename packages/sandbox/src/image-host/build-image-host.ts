import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { answerErrors, frameworkErrors } from './answer-errors.ts'
import { maximumBytes, maximumUploads } from './limits.ts'
import type { PictureStore } from './picture-store.ts'
import { receiveUpload } from './receive-upload.ts'
import { Refusal } from './refusal.ts'
import { renderPicture } from './render-picture.ts'
import { servePictures } from './serve-pictures.ts'
import { takeTurns } from './take-turns.ts'

export type ImageHostParts = {
  store: PictureStore
  key: string
  /** What stands before `/images/…` in the answers; asked late, because the port may not be known yet. */
  publicUrl: () => string
  /** Milliseconds that one upload may take. */
  uploadTimeout: number
}

const formOverhead = 64 * 1024

const answer = (publicUrl: string, name: string) => {
  const address = `${publicUrl}/images/${name}`
  const data = { url: `${address}.webp`, display_url: `${address}-1280.webp`, thumb: { url: `${address}-320.webp` } }
  return { success: true, status: 200, data }
}

/** The image host without a port: its two routes, its limits and its refusals. */
export const buildImageHost = async ({
  store,
  key,
  publicUrl,
  uploadTimeout,
}: ImageHostParts): Promise<FastifyInstance> => {
  const app = fastify({
    forceCloseConnections: true,
    requestTimeout: 2 * uploadTimeout,
    frameworkErrors,
    logger: { level: 'error', stream: process.stderr },
  })
  const inTurn = takeTurns()
  let uploads = 0

  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD', 'POST'] })
  await app.register(multipart, { throwFileSizeLimit: false })
  answerErrors(app)

  app.post<{ Querystring: Record<string, unknown> }>(
    '/1/upload',
    {
      onRequest: async request => {
        if (request.query.key !== key) throw new Refusal(400, 'Invalid API v1 key.')
        const announced = Number(request.headers['content-length'] ?? 0)
        if (announced > maximumBytes + formOverhead) throw new Refusal(413, 'The picture is larger than 10 MB.')
        if (uploads >= maximumUploads) throw new Refusal(503, 'Too many pictures at once. Try again in a moment.')
      },
    },
    async request => {
      const file = store.incoming()
      uploads += 1
      try {
        await receiveUpload(request, file, uploadTimeout)
        const name = await inTurn(async () => store.keep(await renderPicture(file)))
        return answer(publicUrl(), name)
      } finally {
        uploads -= 1
        await store.discard(file)
      }
    },
  )
  servePictures(app, store)
  return app
}
