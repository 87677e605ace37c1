import { Agent, type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The image host's answer to an upload. */
export interface HostAnswer {
  status: number
  retryAfter: string | undefined
  body: string
}

/** A host that answers early would end another connection before its answer can be read. */
const agent = new Agent({ keepAlive: true })

const AWAY = 'The place where pictures are stored does not answer. Try again in a minute.'

/** Sends an upload on to the image host as it arrives. When its sender goes, the host's connection ends with theirs. */
export async function forwardUpload(
  { raw, headers }: FastifyRequest,
  { raw: answered }: FastifyReply,
  upstream: string,
): Promise<HostAnswer> {
  const { 'content-type': type, 'content-length': length } = headers
  const forwarded = send(new URL(raw.url ?? '/', upstream), {
    method: 'POST',
    headers: { ...(type && { 'content-type': type }), ...(length && { 'content-length': length }) },
    agent,
  })
  const leave = () => forwarded.destroy()
  answered.once('close', leave)
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      forwarded.once('response', resolve).once('error', reject)
      raw.pipe(forwarded)
    })
    // What the host does not read any more may fail to be sent.
    forwarded.on('error', () => undefined)
    const { statusCode: status = 502, headers: own } = response
    return { status, retryAfter: own['retry-after'], body: await text(response) }
  } catch (cause) {
    throw new UploadError(503, AWAY, { cause })
  } finally {
    answered.off('close', leave)
    raw.unpipe(forwarded)
    if (!forwarded.writableFinished) forwarded.destroy()
  }
}
