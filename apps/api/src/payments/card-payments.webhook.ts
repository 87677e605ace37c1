import type { FastifyInstance } from 'fastify'
import type { Platform } from '#platform/platform.ts'
import { receiveProviderEvent } from './receive-provider-event.ts'

const EVENT_MAX_BYTES = 256 * 1024

/** Where the payment provider delivers its events. The signature is over the raw bytes, so nothing parses them first. */
export async function cardPaymentsWebhook(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: EVENT_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.post('/webhooks/card-payments', async request => {
    const signature = request.headers['stripe-signature']
    await receiveProviderEvent(platform, {
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: typeof signature === 'string' ? signature : '',
    })
    return { received: true }
  })
}
