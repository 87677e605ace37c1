import { createMarket } from '@second-ring/testkit'

const LISTINGS = 60

export interface ServerUnderLoad {
  url: string
  /** What a visitor asks for: a category's page, both ways, and what is advertised. */
  paths: string[]
  /** Where pictures are sent, when it takes them. */
  uploadPath: string
  pid: number
  stop(): Promise<void>
}

/** The API in a process of its own, with some phones for sale; by default its limits by address are out of the way. */
export async function startServer({
  takesPictures = false,
  rateLimitScale = 1_000_000,
} = {}): Promise<ServerUnderLoad> {
  const market = await createMarket({ takesPictures, accountLimits: 'all=1000000' })
  const [{ id: categoryId }, { id: sellerId }] = [await market.category(), await market.user({ role: 'SELLER' })]
  const advertisedAt = new Date()
  for (let count = 0; count < LISTINGS; count += 1) await market.listing({ categoryId, sellerId, advertisedAt })
  const api = await market.startProcess({ LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: `${rateLimitScale}` })
  const input = encodeURIComponent(JSON.stringify({ categoryId }))
  return {
    url: api.url,
    pid: api.pid,
    uploadPath: '/1/upload?key=demo',
    paths: [
      `/categories/${categoryId}`,
      `/trpc/listings.byCategory?input=${input}`,
      '/trpc/listings.advertised?input=%7B%7D',
    ],
    async stop() {
      await api.stop()
      await market.close()
    },
  }
}
