import { bucketImages } from '@second-ring/api/http/bucket-images'
import { type Swift, startSwift } from '@second-ring/scale/pictures/start-swift'
import { createMarket, type Market } from '@second-ring/testkit'
import fastify from 'fastify'

/** Where the product takes pictures, and what is behind it. */
export interface UploadHost {
  url: string
  /** The memory of the process that takes them, in bytes. */
  memory(): Promise<number>
  /** One that waits for an upload for seconds only. */
  impatient(): Promise<{ url: string; close(): Promise<unknown> }>
  close(): Promise<void>
}

/** The image host that stands in for a real one, behind the site's origin. */
export async function sandboxHost({ url }: Market): Promise<UploadHost> {
  return {
    url,
    memory: async () => process.memoryUsage().rss,
    impatient: () => createMarket({ webhooks: false, takesPictures: true, requestTimeoutMs: 3000 }),
    close: async () => undefined,
  }
}

/** The API itself, with a real store behind it. */
export async function bucketHost(market: Market, env: Record<string, string> = {}): Promise<UploadHost> {
  const swift = await startSwift()
  const environment = { ...swift.environment, SANDBOX_IMAGE_HOST_URL: '', MAX_EVENT_LOOP_DELAY_MS: '0' }
  const api = await market.startProcess({ ...environment, OPERATIONS_PORT: '0', ...env })
  return {
    url: api.url,
    async memory() {
      const metrics = await (await fetch(`${api.operationsUrl}/metrics`)).text()
      const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]
      if (bytes === undefined) throw new Error('The metrics tell of no memory')
      return Number(bytes)
    },
    impatient: () => impatientWith(swift, market),
    async close() {
      await api.stop()
      await swift.stop()
    },
  }
}

/** The same routes in this process, where a request has less time to arrive than in production. */
async function impatientWith(
  { environment }: Swift,
  { platform }: Market,
): Promise<{ url: string; close(): Promise<unknown> }> {
  const app = fastify()
  await app.register(bucketImages, {
    bucket: {
      endpoint: environment.S3_ENDPOINT,
      region: environment.S3_REGION,
      bucket: environment.S3_BUCKET,
      accessKeyId: environment.S3_ACCESS_KEY_ID,
      secretAccessKey: environment.S3_SECRET_ACCESS_KEY,
      forcePathStyle: true,
    },
    key: 'demo',
    publicUrl: 'http://localhost',
    platform,
    corsOrigins: [],
    publicOrigin: 'http://localhost',
    requestTimeoutMs: 3000,
  })
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() }
}
