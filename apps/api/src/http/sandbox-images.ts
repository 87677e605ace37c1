import httpProxy from '@fastify/http-proxy'
import { answerPictureError, readToTheEnd } from '@second-ring/pictures/answer-errors'
import { isFileName } from '@second-ring/pictures/picture-store'
import { NO_FORM } from '@second-ring/pictures/receive-upload'
import { failure, UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ownReference } from '#platform/image-host.ts'
import { discardUpload, recordUpload } from '#platform/uploads.ts'
import { admitUploads, asUploadError, type UploadAdmission } from './admit-uploads.ts'
import { forwardUpload, type HostAnswer } from './forward-upload.ts'
import { answerError } from './rest/errors.ts'

/** Headers that are of the connection to this server: the one to the image host has its own, and refuses these. */
const ofConnection = ['expect', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']

type Headers = Record<string, string | string[] | undefined>

interface SandboxImages extends UploadAdmission {
  upstream: string
}

/** In the sandbox the image host stands behind the site's own origin, at the paths that a real one would have. */
export async function sandboxImages(app: FastifyInstance, parts: SandboxImages): Promise<void> {
  // Pictures are public, and clients on other sites show them too.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin')
    // These are of the connection to the image host, and say nothing of this one.
    for (const name of ['connection', 'keep-alive']) reply.removeHeader(name)
  })
  app.setErrorHandler(answerAsHost)
  await app.register(uploadsTo, parts)
  await app.register(picturesFrom, parts)
}

async function picturesFrom(app: FastifyInstance, { upstream }: Pick<SandboxImages, 'upstream'>): Promise<void> {
  app.addHook('onRoute', route => {
    route.config = { ...route.config, endsWithClient: true }
  })
  await app.register(httpProxy, {
    upstream,
    replyOptions: { rewriteRequestHeaders: (_request: unknown, headers: Headers) => withoutConnection(headers) },
    disableRequestLogging: true,
    prefix: '/images',
    rewritePrefix: '/images',
    httpMethods: ['GET', 'HEAD'],
    async preHandler(request, reply) {
      const { '*': name = '' } = request.params as { '*'?: string }
      if (!isFileName(name)) return reply.code(404).send(failure(404, 'There is no such picture.'))
    },
  })
}

const Stored = z.object({ success: z.literal(true), data: z.object({ url: z.string() }) })

async function uploadsTo(app: FastifyInstance, { upstream, ...admission }: SandboxImages): Promise<void> {
  admitUploads(app, admission)
  readToTheEnd(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const { platform } = admission

  /** Records a picture that the host has stored, and looks whether it is there still: it may have been deleted meanwhile. */
  async function record({ body, look }: HostAnswer, userId: string | null): Promise<void> {
    const name = /\/images\/([0-9a-f]{32})\.webp$/.exec(Stored.parse(JSON.parse(body)).data.url)?.[1]
    if (!name) throw new Error('The image host gave a picture no name of its own')
    const reference = ownReference(name)
    try {
      await recordUpload(platform, { reference, userId, look: look ?? null })
    } catch (error) {
      const remove = async () => void (await fetch(new URL(`/stored/${name}.webp`, upstream), { method: 'DELETE' }))
      await discardUpload(platform, reference, remove)
      throw error
    }
    const found = await fetch(new URL(reference, upstream), { method: 'HEAD' })
    if (!found.ok) throw new UploadError(503, 'The picture could not be stored. Send it again.')
  }

  const onRequest = async ({ headers }: FastifyRequest) => {
    if (!/^multipart\/form-data\b/i.test(headers['content-type'] ?? '')) throw new UploadError(415, NO_FORM)
  }
  app.post('/1/upload', { onRequest }, async (request, reply) => {
    const answer = await forwardUpload(request, reply, upstream)
    const { status, retryAfter, body } = answer
    if (status === 200) await record(answer, request.uploaderId)
    if (status === 408) reply.header('connection', 'close')
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return reply.code(status).type('application/json; charset=utf-8').send(body)
  })
}

function withoutConnection(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name)))
}

/** An error in the words and the shape of the image host. */
function answerAsHost(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refused = asUploadError(error)
  return refused ? answerPictureError(refused, request, reply) : answerError(error, request, reply)
}
