import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { maximumBytes } from './limits.ts'
import { UploadError } from './upload-error.ts'

/** What is said to whoever sends something else. */
export const NO_FORM = 'Send the picture as multipart/form-data, in the field "image".'

const limits = {
  fileSize: maximumBytes,
  files: 2,
  fields: 20,
  parts: 22,
  fieldNameSize: 100,
  fieldSize: 1024,
  headerPairs: 20,
}

const tooLarge = () => new UploadError(413, 'The picture is larger than 10 MB.')

const refusals: Record<string, () => UploadError> = {
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_FILES_LIMIT: () => new UploadError(400, 'Send one picture at a time.'),
  FST_FIELDS_LIMIT: () => new UploadError(413, 'The form has too many fields.'),
  FST_PARTS_LIMIT: () => new UploadError(413, 'The form has too many fields.'),
}

const asRefusal = (error: unknown): unknown => {
  if (error instanceof UploadError) return error
  if (error instanceof Error && error.cause instanceof UploadError) return error.cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return refusals[code]?.() ?? new UploadError(400, 'The upload is damaged or incomplete.', { cause: error })
}

type Patience = {
  /** How long the whole upload may take, in milliseconds. */
  timeout: number
  /** Aborted with a UploadError when it has to make way for others. */
  stopped?: AbortSignal | undefined
}

const receive = async (request: FastifyRequest, file: string, stop: AbortController): Promise<void> => {
  let received = false
  for await (const part of request.parts({ limits })) {
    if (part.fieldname !== 'image' && part.type === 'field') continue
    if (part.type === 'field') throw new UploadError(400, 'The field "image" must be a file.')
    if (part.fieldname !== 'image') throw new UploadError(400, 'Send the picture in the field "image".')
    if (received) throw new UploadError(400, 'Send one picture at a time.')
    received = true
    part.file.once('limit', () => stop.abort(tooLarge()))
    await pipeline(part.file, createWriteStream(file), { signal: stop.signal })
  }
  if (!received) throw new UploadError(400, 'No picture was sent: the field "image" is missing.')
}

/** Rejects when the upload as a whole takes too long, when nothing of it arrives for a fifth of that time, or when it is stopped. */
const deadline = (request: FastifyRequest, { timeout: milliseconds, stopped }: Patience, stop: AbortController) => {
  let seen = request.socket.bytesRead
  let giveUp: (reason: unknown) => void = () => undefined
  const passed = new Promise<never>((_, reject) => {
    giveUp = reason => {
      stop.abort(reason)
      reject(reason)
    }
  })
  const overdue = () => giveUp(new UploadError(408, 'The upload took too long.'))
  const onStop = () => giveUp(stopped?.reason)
  stopped?.addEventListener('abort', onStop, { once: true })
  if (stopped?.aborted) onStop()
  const whole = setTimeout(overdue, milliseconds)
  const idle = setInterval(() => {
    if (request.socket.bytesRead === seen) overdue()
    seen = request.socket.bytesRead
  }, milliseconds / 5)
  return {
    passed,
    clear: () => {
      stopped?.removeEventListener('abort', onStop)
      clearTimeout(whole)
      clearInterval(idle)
    },
  }
}

/**
 * Writes the picture of a multipart form to a file as it arrives, so that memory does not grow with uploads.
 * Throws a UploadError, with the file removed, for a form that has no picture or more than one, is too large or too slow.
 */
export const receiveUpload = async (request: FastifyRequest, file: string, patience: Patience): Promise<void> => {
  const stop = new AbortController()
  const { passed, clear } = deadline(request, patience, stop)
  try {
    await Promise.race([receive(request, file, stop), passed])
  } catch (error) {
    await rm(file, { force: true })
    throw asRefusal(error)
  } finally {
    clear()
  }
}
