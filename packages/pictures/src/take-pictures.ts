import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Decoders, Sender } from './decoder/decoders.ts'
import type { IncomingFiles } from './incoming-files.ts'
import { maximumBytes, maximumUploads } from './limits.ts'
import { nameOf, type PictureStore } from './picture-store.ts'
import { NO_FORM, receiveUpload } from './receive-upload.ts'
import { UploadError } from './upload-error.ts'

export type UploadParts = {
  store: PictureStore
  incoming: IncomingFiles
  decoders: Decoders
  /** The key that uploads carry; public by its nature, for the browser sends it. */
  key: string
  /** What stands before `/images/…` in the answers; called late, because the port may not be known yet. */
  publicUrl: () => string
  /** Milliseconds that one upload may take. */
  uploadTimeout: number
  /** What is aborted, with a UploadError, when an upload has to make way for others. */
  stopOf?: (request: FastifyRequest) => AbortSignal | undefined
  /** Whose turn a picture takes; all are of one sender by default. */
  senderOf?: (request: FastifyRequest) => Sender
  /** Called before a picture is stored, with its name and how it looks. */
  record?: (picture: { name: string; look: string }, request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

const formOverhead = 64 * 1024
const isForm = /^multipart\/form-data\b/i

const answer = (publicUrl: string, name: string) => {
  const address = `${publicUrl}/images/${name}`
  const data = { url: `${address}.webp`, display_url: `${address}-1280.webp`, thumb: { url: `${address}-320.webp` } }
  return { success: true, status: 200, data }
}

/** Aborted when the sender goes before the answer. */
const abandonedBy = ({ raw }: FastifyReply): AbortSignal => {
  const abandoned = new AbortController()
  const onClose = () => abandoned.abort()
  if (raw.destroyed) onClose()
  else raw.once('close', onClose)
  return abandoned.signal
}

/** `POST /1/upload?key=` with the file field `image`: the picture is drawn again, in all of its sizes, and stored. */
export const takePictures = async (app: FastifyInstance, parts: UploadParts): Promise<void> => {
  const { store, incoming, decoders, key, publicUrl, uploadTimeout, record, stopOf, senderOf } = parts
  let uploads = 0
  await app.register(multipart, { throwFileSizeLimit: false })

  app.post<{ Querystring: Record<string, unknown> }>(
    '/1/upload',
    {
      bodyLimit: maximumBytes + formOverhead,
      onRequest: async request => {
        if (request.query.key !== key) throw new UploadError(400, 'Invalid API v1 key.')
        // Before it is read: nothing else is anything to read.
        if (!isForm.test(request.headers['content-type'] ?? '')) throw new UploadError(415, NO_FORM)
        const announced = Number(request.headers['content-length'] ?? 0)
        if (announced > maximumBytes + formOverhead) throw new UploadError(413, 'The picture is larger than 10 MB.')
        if (uploads >= maximumUploads) throw new UploadError(503, 'Too many pictures at once. Try again in a moment.')
      },
    },
    async (request, reply) => {
      const file = incoming.next()
      uploads += 1
      try {
        await receiveUpload(request, file, { timeout: uploadTimeout, stopped: stopOf?.(request) })
        const picture = await decoders.render(file, abandonedBy(reply), senderOf?.(request))
        await record?.({ name: nameOf(picture), look: picture.look }, request, reply)
        return answer(publicUrl(), await store.keep(picture))
      } finally {
        uploads -= 1
        await incoming.discard(file)
      }
    },
  )
}
