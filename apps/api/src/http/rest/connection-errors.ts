import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { transportErrors } from './errors.ts'

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
  TOO_MANY_PIECES: 413,
}

/** Answers what cannot be read as a request at all, or does not arrive in time, and closes its connection. */
export function answerConnectionError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') socket.write(plainAnswer(statuses[error.code ?? ''] ?? 400))
  socket.destroy(error)
}

/** Ends a connection in the middle of a request, with a word on why unless its answer has begun. */
export function endWithError(code: string, socket: Socket, response: ServerResponse | null): void {
  if (response?.headersSent) socket.destroy()
  else answerConnectionError(Object.assign(new Error(code), { code }), socket)
}

/** Refuses to be a tunnel; without this such a connection is dropped without a word. */
export function rejectTunnels(app: FastifyInstance): void {
  app.server.on('connect', (_request, socket) => socket.end(plainAnswer(405)))
}

function plainAnswer(status: number): string {
  const body = JSON.stringify(transportErrors[status] ?? transportErrors[400])
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
