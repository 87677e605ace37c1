import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { endWithError } from './rest/connection-errors.ts'

interface SlowConnections {
  /** How long a request may take to arrive, in milliseconds, before a minimum rate is asked of it. */
  slowAfterMs: number
}

interface Connection {
  socket: Socket
  /** The last request on it; null before the first. */
  request: IncomingMessage | null
  response: ServerResponse | null
  /** When the connection or its last request began, and how many bytes had come by then. */
  since: number
  receivedBefore: number
  /** From when, and from how many bytes on, the client has not taken all of an answer. */
  unread: { since: number; taken: number } | null
}

/** What a slow line manages, in bytes a second. */
const RATE_MIN = 4 * 1024
/** An answer is taken in pieces, so its rate shows later. In times of `slowAfterMs`. */
const READER_PATIENCE = 3
const SWEEPS = 10

/** Ends connections that make the server wait: bodies and readers below 4 KiB a second. Node bounds how long a head may take. */
export function endSlowConnections(server: Server, { slowAfterMs }: SlowConnections): void {
  const connections = new Map<Socket, Connection>()

  server.on('connection', (socket: Socket) => {
    connections.set(socket, begin(socket))
    socket.once('close', () => connections.delete(socket))
  })

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection) return
    const { bytesRead: receivedBefore } = request.socket
    Object.assign(connection, { request, response, since: performance.now(), receivedBefore })
  })

  const sweep = setInterval(() => {
    for (const connection of connections.values()) endIfSlow(connection, slowAfterMs)
  }, slowAfterMs / SWEEPS)
  sweep.unref()
  server.once('close', () => clearInterval(sweep))
}

function begin(socket: Socket): Connection {
  return { socket, request: null, response: null, since: performance.now(), receivedBefore: 0, unread: null }
}

function endIfSlow(connection: Connection, slowAfterMs: number): void {
  const { socket, response } = connection
  if (isSendingSlowly(connection, slowAfterMs)) endWithError('ERR_HTTP_REQUEST_TIMEOUT', socket, response)
  else if (isReadingSlowly(connection, slowAfterMs * READER_PATIENCE)) socket.destroy()
}

function isSendingSlowly(connection: Connection, slowAfterMs: number): boolean {
  const { socket, request, since, receivedBefore } = connection
  if (!request || request.complete) return false
  return isSlow({ since, bytes: socket.bytesRead - receivedBefore, slowAfterMs })
}

function isReadingSlowly(connection: Connection, slowAfterMs: number): boolean {
  const { bytesWritten, writableLength } = connection.socket
  const taken = bytesWritten - writableLength
  if (writableLength === 0) connection.unread = null
  else connection.unread ??= { since: performance.now(), taken }
  const { unread } = connection
  return unread !== null && isSlow({ since: unread.since, bytes: taken - unread.taken, slowAfterMs })
}

function isSlow({ since, bytes, slowAfterMs }: { since: number; bytes: number; slowAfterMs: number }): boolean {
  const ms = performance.now() - since
  return ms > slowAfterMs && bytes < (ms / 1000) * RATE_MIN
}
