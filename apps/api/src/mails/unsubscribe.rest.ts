import type { FastifyInstance } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { unsubscribe } from './unsubscribe.ts'

const BODY_MAX_BYTES = 4096

/**
 * Where a mail program unsubscribes by one request (RFC 8058): the link's address, without cookie or bearer. Reading the
 * address is no request to unsubscribe; it shows a page, since link checkers read every address.
 */
export async function unsubscribeRoute(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.removeAllContentTypeParsers()
  // The body says `List-Unsubscribe=One-Click`, as a form of either kind, and nothing else that matters.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES }, (_request, _body, done) =>
    done(null, null),
  )
  app.post<{ Querystring: { token?: unknown } }>('/mails/unsubscribe', ({ query: { token } }) =>
    unsubscribe(platform, { token: typeof token === 'string' ? token : '' }),
  )
}
