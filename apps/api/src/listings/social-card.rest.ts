import { createHash } from 'node:crypto'
import { DomainError } from '@second-ring/contracts/errors'
import { Id } from '@second-ring/contracts/ids'
import { socialCardPath } from '@second-ring/contracts/rendered-page'
import { createDecoders, type Sender } from '@second-ring/pictures/decoder/decoders'
import { UploadError } from '@second-ring/pictures/upload-error'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { parseInput } from '#http/rest/read-input.ts'
import { networkOf } from '#platform/network-of.ts'
import type { Platform } from '#platform/platform.ts'
import { type CardFacts, findCardFacts, readCardPicture } from './social-card.ts'

const CACHE_BYTES = 8 * 1024 * 1024
/** One at a time, apart from those that decode uploads; whoever waits for a preview does not wait long. */
const DRAWING = { size: 1, wait: 10_000 }
const MAX_AGE_S = 3600

interface Drawn {
  facts: CardFacts
  sender: Sender
}

/**
 * `GET /cards/<listing>.jpg`: the picture that previews of a link to a phone show. It is drawn in a process of its own, once
 * for all who ask, and again when the phone's name, price, condition or picture has changed.
 */
export async function socialCardRoute(app: FastifyInstance, { platform }: { platform: Platform }): Promise<void> {
  const decoders = createDecoders(DRAWING)
  app.addHook('onClose', async () => decoders.stop())
  const cards = new LRUCache<string, Buffer, Drawn>({
    maxSize: CACHE_BYTES,
    sizeCalculation: bytes => bytes.length,
    async fetchMethod(_key, _stale, { context: { facts, sender } }) {
      const picture = await readCardPicture(platform, facts)
      return Buffer.from(await decoders.drawCard({ ...facts, picture }, undefined, sender))
    },
  })

  app.get<{ Params: { listingId: string } }>(socialCardPath(':listingId'), async ({ params, headers, ip }, reply) => {
    const facts = await findCardFacts(platform, parseInput(Id, params.listingId))
    const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
    const tag = `"${key}"`
    reply.header('cache-control', `public, max-age=${MAX_AGE_S}`).header('etag', tag)
    // Pictures are public, and other sites show them.
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    if (!cards.has(key)) await platform.rateLimits.countAddress('drawCards', ip)
    const sender = { address: networkOf(ip), account: '' }
    const drawn = await cards.forceFetch(key, { context: { facts, sender } }).catch(asUnavailable)
    return reply.type('image/jpeg').send(drawn)
  })
}

function asUnavailable(error: unknown): never {
  if (!(error instanceof UploadError)) throw error
  throw new DomainError('UNAVAILABLE', 'This picture cannot be drawn now.', { cause: error })
}
