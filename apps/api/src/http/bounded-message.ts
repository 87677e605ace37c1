import { createServer, IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { READS_NO_FURTHER, readNoFurther } from './read-no-further.ts'
import { endWithError } from './rest/connection-errors.ts'

/** A body may come in so many pieces, however small. */
const PIECES_MAX = 1024
/** In more pieces only if they are so large on the average, in bytes: the slowest lines bring hundreds at a time. */
const PIECE_BYTES = 64
/** Smaller pieces of one read are handed on together. */
const GATHERED_BYTES = 4096
/** Of one read of a connection so many requests are made. Clients send one, and wait for its answer. */
const REQUESTS_OF_A_READ = 16

/**
 * A request that costs by its bytes. Node makes an object of each chunk of a body and of each request in what it has read
 * at once, which can be 10,000 and 3,000. Small chunks are handed on together, a body of too many is given up, and of a
 * connection that has ended no further request is made.
 */
class BoundedMessage extends IncomingMessage {
  /** Called once, when the body comes in too many pieces; the rest of it is dropped. */
  onTooManyPieces: () => void = () => this.destroy()
  #pieces = 0
  #bytes = 0
  #gathered: Buffer[] = []
  #isGivenUp = false

  constructor(socket: Socket) {
    super(socket)
    if (countRequest(socket) > REQUESTS_OF_A_READ) socket.destroy()
    if (socket.destroyed) readNoFurther(this)
  }

  override push(piece: Buffer | null): boolean {
    if (piece === null) {
      this.#handOn()
      return super.push(null)
    }
    if (this.#isGivenUp) return false
    this.#pieces += 1
    this.#bytes += piece.length
    if (this.#pieces > PIECES_MAX && this.#bytes < this.#pieces * PIECE_BYTES) return this.#giveUp()
    if (piece.length >= GATHERED_BYTES) {
      this.#handOn()
      return super.push(piece)
    }
    // It comes when Node has gone through all that it has read.
    if (this.#gathered.length === 0) setImmediate(() => this.#handOn())
    this.#gathered.push(piece)
    return this.readableLength < this.readableHighWaterMark
  }

  #handOn(): void {
    const gathered = this.#gathered
    if (gathered.length === 0) return
    this.#gathered = []
    super.push(Buffer.concat(gathered))
  }

  #giveUp(): false {
    this.#isGivenUp = true
    this.#gathered = []
    this.onTooManyPieces()
    return false
  }
}

const reads = new WeakMap<Socket, { bytesRead: number; requests: number }>()

/** Returns how many requests the last read of a connection has brought so far. */
function countRequest(socket: Socket): number {
  const { bytesRead } = socket
  const last = reads.get(socket)
  const requests = last?.bytesRead === bytesRead ? last.requests + 1 : 1
  reads.set(socket, { bytesRead, requests })
  return requests
}

/** A server whose requests cost by their bytes, in however many pieces they come and however many come at once. */
export function createBoundedServer(serve: RequestListener, options: ServerOptions = {}): Server {
  const server = createServer({ ...options, ...READS_NO_FURTHER, IncomingMessage: BoundedMessage })
  server.on('request', (request, response) => {
    request.onTooManyPieces = () => endWithError('TOO_MANY_PIECES', request.socket, response)
    serve(request, response)
  })
  return server
}
