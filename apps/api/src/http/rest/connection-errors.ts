import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { DomainError } from '@second-ring/contracts/errors'
import type { CountUnrouted } from '../count-unrouted.ts'
import { statusOf, transportErrors } from './errors.ts'

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
  TOO_MANY_PIECES: 413,
}

/**
 * Answers what cannot be read as a request at all, or does not arrive in time, and closes its connection. It counts like a
 * request.
 */
export function createConnectionErrors(count: CountUnrouted) {
  return async (error: NodeJS.ErrnoException, socket: Socket): Promise<void> => {
    const tooMany = isAnswered(error, socket) ? await count({ socket }) : null
    close(socket, error, tooMany)
  }
}

function isAnswered({ code }: NodeJS.ErrnoException, socket: Socket): boolean {
  return socket.writable && code !== 'ECONNRESET'
}

function close(socket: Socket, error: NodeJS.ErrnoException, tooMany: DomainError | null = null): void {
  if (isAnswered(error, socket))
    socket.write(tooMany ? errorAnswer(tooMany) : plainAnswer(statuses[error.code ?? ''] ?? 400))
  socket.destroy(error)
}

/** Ends a connection in the middle of a request, with a word on why unless its answer has begun. */
export function endWithError(code: string, socket: Socket, response: ServerResponse | null): void {
  if (response?.headersSent) socket.destroy()
  else close(socket, Object.assign(new Error(code), { code }))
}

/** Refuses to be a tunnel; without this such a connection is dropped without a word. */
export function rejectTunnels(server: Server, count: CountUnrouted): void {
  server.on('connect', async (request: IncomingMessage, socket: Socket) => {
    // Node has let go of it: an error that nobody listens to would end the process.
    socket.on('error', () => socket.destroy())
    const tooMany = await count(request)
    socket.end(tooMany ? errorAnswer(tooMany) : plainAnswer(405), () => socket.destroy())
  })
}

/** Takes a request that expects what there is not as any other: Node would answer it by itself, and nothing would count it. */
export function ignoreExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}

function errorAnswer(error: DomainError): string {
  const { message, code, retryAfterS } = error
  const headers = retryAfterS === null ? [] : [`retry-after: ${retryAfterS}`]
  return answer(statusOf(error), { message, code }, headers)
}

function plainAnswer(status: number): string {
  return answer(status, transportErrors[status] ?? transportErrors[400])
}

function answer(status: number, content: object | undefined, headers: string[] = []): string {
  const body = JSON.stringify(content)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
