import type { FastifyInstance } from 'fastify'
import type { PictureStore } from './picture-store.ts'
import { failure } from './refusal.ts'

/** Serves what is kept, to be cached for ever: a name is the hash of what it names. */
export const servePictures = (app: FastifyInstance, store: PictureStore): void => {
  app.get<{ Params: { name: string } }>('/images/:name', async (request, reply) => {
    const { name } = request.params
    const bytes = await store.read(name)
    if (!bytes) return reply.code(404).send(failure(404, 'There is no such picture.'))
    const tag = `"${name}"`
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    return reply.type('image/webp').send(bytes)
  })
}
