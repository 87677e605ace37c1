import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type BrowserFile, readBrowserFiles, readFramePages } from './browser-files.ts'

// Frames are for any page to embed; nothing else of this origin is a page at all.
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Serves the script and the documents of its frames. */
export function servePages(app: FastifyInstance): void {
  for (const [path, file] of readBrowserFiles()) {
    app.get(path, (request, reply) => sendFile(request, reply, { file, policy: FILE_POLICY }))
  }
  const { element, challenge } = readFramePages()
  app.get('/v3/element', (request, reply) => sendFile(request, reply, { file: element, policy: FRAME_POLICY }))
  app.get('/v3/challenge/:id', (request, reply) => sendFile(request, reply, { file: challenge, policy: FRAME_POLICY }))
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, policy }: { file: BrowserFile; policy: string },
): FastifyReply {
  void reply
    .header('cache-control', 'no-cache')
    .header('etag', file.etag)
    .header('content-security-policy', policy)
    .header('cross-origin-resource-policy', 'cross-origin')
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  return reply.type(file.type).send(file.body)
}
