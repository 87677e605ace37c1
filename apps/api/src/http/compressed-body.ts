import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Beyond it a page gets little smaller, and takes twice as long. */
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
/** Below this the headers weigh more than what is saved. */
const WORTH_IT_BYTES = 1000

const brotli = promisify(brotliCompress)
const compressed = new WeakMap<Buffer, Promise<Buffer>>()

/** Whether an answer is sent compressed to a client that takes it so: pages, which are mostly tags. */
export function isCompressible(reply: FastifyReply): boolean {
  return `${reply.getHeader('content-type') ?? ''}`.startsWith('text/html')
}

/**
 * The body as the client takes it, and the headers that say so. A body is compressed once, beside the event loop, for all
 * who ask for it.
 */
export async function bodyAsAccepted(request: FastifyRequest, reply: FastifyReply, body: Buffer): Promise<Buffer> {
  if (!isCompressible(reply) || body.length < WORTH_IT_BYTES || !takesBrotli(request)) return body
  reply.header('content-encoding', 'br')
  // Another representation, by another tag.
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string') reply.header('etag', etag.replace(/"$/, '-br"'))
  const ready = compressed.get(body) ?? brotli(body, options)
  compressed.set(body, ready)
  return ready
}

function takesBrotli({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /(?:^|,)\s*br\s*(?:,|$)/.test(accepted)
}
