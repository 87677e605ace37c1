import type { FastifyInstance, FastifyReply } from 'fastify'
import { isFileName, mediaTypeOf, type PictureStore } from './picture-store.ts'
import { UploadError } from './upload-error.ts'

type Named = { Params: { name: string } }

const noSuchPicture = () => new UploadError(404, 'There is no such picture.')

const cached = (reply: FastifyReply, tag: string): FastifyReply =>
  reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('etag', tag)
    .header('x-content-type-options', 'nosniff')

/** Serves stored pictures, cacheable for ever: a name is the hash of its bytes. */
export const servePictures = (app: FastifyInstance, store: PictureStore): void => {
  app.head<Named>('/images/:name', async ({ params: { name } }, reply) => {
    const size = isFileName(name) ? await store.sizeOf(name) : undefined
    if (size === undefined) throw noSuchPicture()
    return cached(reply, `"${name}"`).type(mediaTypeOf(name)).header('content-length', size).send()
  })
  app.get<Named>('/images/:name', { exposeHeadRoute: false }, async (request, reply) => {
    const { name } = request.params
    if (!isFileName(name)) throw noSuchPicture()
    const tag = `"${name}"`
    // Whoever has it knows what its name says of it, and it never changes.
    if (request.headers['if-none-match']?.includes(tag)) return cached(reply, tag).code(304).send()
    const file = await store.read(name)
    if (!file) throw noSuchPicture()
    return cached(reply, tag).type(mediaTypeOf(name)).header('content-length', file.size).send(file.body)
  })
}
