import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { authenticate, bearerToken, requireCaller } from '#identity/authenticate.ts'
import { recordRejection } from '#identity/record-rejection.ts'
import type { Platform } from '#platform/platform.ts'
import { downloadExport } from './read-export.ts'

/** All that is the caller's own, as a file: `GET /account-data.zip`, by the bearer token and no cookie. */
export async function accountDataZip(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.get('/account-data.zip', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const authentication = await authenticate(platform, bearerToken(request.headers.authorization))
    const caller = requireCaller(authentication, 'Sign in again to go on.')
    const { sizeBytes, bytes } = await downloadExport(platform, caller).catch(async (error: unknown) => {
      await recordRejection(platform, { call: 'GET /account-data.zip', caller, address: request.ip, error })
      throw error
    })
    reply.header('content-type', 'application/zip')
    reply.header('content-length', sizeBytes)
    reply.header('content-disposition', 'attachment; filename="second-ring-data.zip"')
    return reply.send(Readable.from(bytes))
  })
}
