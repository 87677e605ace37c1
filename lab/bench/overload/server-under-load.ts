import { createMarket } from '@second-ring/testkit'

const LISTINGS = 60

export interface ServerUnderLoad {
  url: string
  /** What a visitor asks for: a category's page, both ways, and what is advertised. */
  paths: string[]
  stop(): Promise<void>
}

/** The API in a process of its own, with some phones for sale; its limits by address are out of the way. */
export async function startServer(): Promise<ServerUnderLoad> {
  const market = await createMarket()
  const [{ id: categoryId }, { id: sellerId }] = [await market.category(), await market.user({ role: 'SELLER' })]
  const advertisedAt = new Date()
  for (let count = 0; count < LISTINGS; count += 1) await market.listing({ categoryId, sellerId, advertisedAt })
  const api = await market.startProcess({ LOG_LEVEL: 'warn', RATE_LIMIT_SCALE: '1000000' })
  const input = encodeURIComponent(JSON.stringify({ categoryId }))
  return {
    url: api.url,
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
