import cors from '@fastify/cors'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { addAvif } from '../add-avif.ts'
import { answerPictureError, readToTheEnd } from '../answer-errors.ts'
import { LOOK_HEADER } from '../picture-store.ts'
import { servePictures } from '../serve-pictures.ts'
import { takePictures, type UploadParts } from '../take-pictures.ts'
import { failure, UploadError } from '../upload-error.ts'

/** Addresses that the router cannot read never reach a route, nor its error handler. */
const frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']> = (error, _request, reply) => {
  const status = error.statusCode ?? 400
  reply.hijack()
  reply.raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  reply.raw.end(JSON.stringify(failure(status, 'This address cannot be read.')))
}

const noSuchPicture = () => new UploadError(404, 'There is no such picture.')

/**
 * `DELETE /stored/<name>.webp` deletes a picture; `PUT /stored/<name>.avif` draws its AVIF renditions and answers its
 * thumbhash. Both are for the product's own server: it hands on other paths and methods only, and no page of a browser may
 * send them.
 */
const changePictures = (app: FastifyInstance, { store, decoders }: Pick<UploadParts, 'store' | 'decoders'>): void => {
  app.delete<{ Params: { name: string } }>('/stored/:name', async ({ params }, reply) => {
    const name = /^([0-9a-f]{32})\.webp$/.exec(params.name)?.[1]
    if (!name) throw noSuchPicture()
    await store.remove(name)
    return reply.code(204).send()
  })
  app.put<{ Params: { name: string } }>('/stored/:name', async ({ params }) => {
    const name = /^([0-9a-f]{32})\.avif$/.exec(params.name)?.[1]
    const thumbhash = name && (await addAvif({ store, decoders }, name))
    if (!thumbhash) throw noSuchPicture()
    return { success: true, status: 200, data: { thumbhash } }
  })
}

/** The image host without a port: its two routes, its limits and its errors. */
export const buildImageHost = async (parts: Omit<UploadParts, 'record'>): Promise<FastifyInstance> => {
  const app = fastify({
    forceCloseConnections: true,
    requestTimeout: 2 * parts.uploadTimeout,
    frameworkErrors,
    logger: { level: 'error', stream: process.stderr },
  })
  await app.register(cors, { origin: '*', methods: ['GET', 'HEAD', 'POST'] })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure(404, 'There is nothing here.')))
  app.setErrorHandler(answerPictureError)
  readToTheEnd(app)
  await takePictures(app, {
    ...parts,
    // For the product's server, which hands no headers on.
    record: async ({ look }, _request, reply) => {
      reply.header(LOOK_HEADER, look)
    },
  })
  servePictures(app, parts.store)
  changePictures(app, parts)
  return app
}
