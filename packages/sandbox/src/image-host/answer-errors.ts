import type { FastifyError, FastifyInstance, FastifyServerOptions } from 'fastify'
import { failure, Refusal } from './refusal.ts'

const describe = (error: FastifyError | Refusal): { status: number; message: string } => {
  if (error instanceof Refusal) return { status: error.status, message: error.message }
  const status = error.statusCode ?? 500
  if (status === 415) return { status, message: 'Send the picture as multipart/form-data, in the field "image".' }
  return { status, message: status < 500 ? error.message : 'The picture could not be kept. Try again.' }
}

/** Addresses that the router cannot read never reach a route, nor its error handler. */
export const frameworkErrors: NonNullable<FastifyServerOptions['frameworkErrors']> = (error, _request, reply) => {
  const status = error.statusCode ?? 400
  reply.hijack()
  reply.raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
  reply.raw.end(JSON.stringify(failure(status, 'This address cannot be read.')))
}

/** Every refusal and every mishap is answered in the image host's own form; only mishaps are logged. */
export const answerErrors = (app: FastifyInstance): void => {
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(failure(404, 'There is nothing here.')))
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    const { status, message } = describe(error)
    if (status >= 500 && !(error instanceof Refusal)) request.log.error(error)
    if (status === 408) reply.header('connection', 'close')
    if (status === 503) reply.header('retry-after', '5')
    return reply.code(status).send(failure(status, message))
  })
  // What a refused sender still sends is read and dropped, or the sender would never come to read the answer.
  app.addHook('onResponse', async (request, reply) => {
    if (request.raw.complete) return
    if (reply.statusCode === 408) request.raw.destroy()
    else request.raw.resume()
  })
}
