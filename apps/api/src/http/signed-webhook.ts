import type { FastifyInstance } from 'fastify'

const EVENT_MAX_BYTES = 256 * 1024

export interface SignedDelivery {
  rawBody: Buffer
  signature: string
}

/** Where the payment provider delivers events. The signature is over the raw bytes, so nothing parses them first. */
export function signedWebhook(
  app: FastifyInstance,
  path: string,
  receive: (delivery: SignedDelivery) => Promise<void>,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: EVENT_MAX_BYTES },
    (_request, body, done) => done(null, body),
  )
  app.post(path, async request => {
    const signature = request.headers['stripe-signature']
    await receive({
      rawBody: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: typeof signature === 'string' ? signature : '',
    })
    return { received: true }
  })
}
