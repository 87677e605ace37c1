import { type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { LOOK_HEADER } from '@second-ring/pictures/picture-store'
import { UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '#platform/network-of.ts'

/** The image host's answer to an upload. */
export interface HostAnswer {
  status: number
  retryAfter: string | undefined
  /** How the picture looks, when the host says so. */
  look: string | undefined
  body: string
}

const AWAY = 'The place where pictures are stored does not answer. Try again in a minute.'

/**
 * Sends an upload on to the image host as it arrives, over a connection of its own. When its sender goes, the host's
 * connection ends with theirs.
 */
export async function forwardUpload(
  { raw, headers, ip, uploaderId, uploadStopped: stopped }: FastifyRequest,
  { raw: answered }: FastifyReply,
  upstream: string,
): Promise<HostAnswer> {
  const { 'content-type': type, 'content-length': length } = headers
  const forwarded = send(new URL(raw.url ?? '/', upstream), {
    method: 'POST',
    headers: {
      ...(type && { 'content-type': type }),
      ...(length && { 'content-length': length }),
      // Whose turn it is at the host's decoders.
      'x-forwarded-for': networkOf(ip),
      ...(uploaderId && { 'x-uploader': uploaderId }),
      // Used once all the same; a host that is told so would end it with its early answer, before that can be read.
      connection: 'keep-alive',
    },
    agent: false,
  })
  const leave = () => forwarded.destroy()
  answered.once('close', leave)
  stopped?.addEventListener('abort', leave, { once: true })
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.once('response', resolve).once('error', reject)
      raw.pipe(forwarded)
    })
    // What the host does not read any more may fail to be sent.
    forwarded.on('error', () => undefined)
    const { statusCode: status = 502, headers: own } = response
    const look = own[LOOK_HEADER]
    return {
      status,
      retryAfter: own['retry-after'],
      look: typeof look === 'string' ? look : undefined,
      body: await text(response),
    }
  } catch (cause) {
    if (stopped?.aborted) throw stopped.reason
    throw new UploadError(503, AWAY, { cause })
  } finally {
    answered.off('close', leave)
    stopped?.removeEventListener('abort', leave)
    raw.unpipe(forwarded)
    if (!forwarded.writableFinished) forwarded.destroy()
  }
}
