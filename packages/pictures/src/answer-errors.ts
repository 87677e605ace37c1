import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { droppedAfterRejection } from './limits.ts'
import { NO_FORM } from './receive-upload.ts'
import { failure, UploadError } from './upload-error.ts'

const BUSY_S = 5

const describe = (error: FastifyError | UploadError): { status: number; message: string } => {
  if (error instanceof UploadError) return { status: error.status, message: error.message }
  const status = error.statusCode ?? 500
  if (status === 415) return { status, message: NO_FORM }
  return { status, message: status < 500 ? error.message : 'The picture could not be kept. Try again.' }
}

/** Answers an error or a mishap in the image host's own form; only mishaps are logged, and what lay behind an error. */
export const answerPictureError = (
  error: FastifyError | UploadError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const { status, message } = describe(error)
  if (status >= 500) {
    reply.header('cache-control', 'no-store')
    if (!(error instanceof UploadError)) request.log.error(error)
    else if (error.cause) request.log.warn({ err: error.cause }, message)
  }
  const retryAfterS = error instanceof UploadError ? error.retryAfterS : undefined
  if (status === 408) reply.header('connection', 'close')
  if (status === 503 || retryAfterS !== undefined) reply.header('retry-after', `${retryAfterS ?? BUSY_S}`)
  return reply.code(status).send(failure(status, message))
}

const lookEveryMs = 200

/**
 * What a rejected sender still sends is read and dropped, or the sender would never come to read the answer; when it is
 * more than anybody would send, or takes too long, the connection ends.
 */
export const readToTheEnd = (app: FastifyInstance): void => {
  app.addHook('onResponse', async ({ raw }, reply) => {
    if (raw.complete) return
    if (reply.statusCode === 408) return void raw.destroy()
    const { socket } = raw
    const most = socket.bytesRead + droppedAfterRejection.bytes
    const end = performance.now() + droppedAfterRejection.milliseconds
    raw.unpipe().resume()
    const look = setInterval(() => {
      const isTooMuch = socket.bytesRead > most || performance.now() > end
      // Of a call within the process there is no connection to end, only the request.
      if (isTooMuch) raw.destroy()
      if (isTooMuch || raw.complete || raw.destroyed) clearInterval(look)
    }, lookEveryMs).unref()
  })
}
