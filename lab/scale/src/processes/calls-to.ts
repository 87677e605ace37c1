import type { ListingPage } from '@second-ring/contracts/listings/listing-page'
import type { ApiProcess, Market } from '@second-ring/testkit'

/** Calls to one of the processes of a market, over HTTP. */
export function callsTo(api: Pick<ApiProcess, 'url'>, market: Market) {
  async function post(procedure: string, input: object, userId?: string): Promise<Response> {
    const authorization = userId && `Bearer ${market.tokenOf(userId)}`
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
    return fetch(`${api.url}/trpc/${procedure}`, { method: 'POST', headers, body: JSON.stringify(input) })
  }

  return {
    post,
    /** As anyone sees the listing, from what is kept when it is kept. */
    async read(listingId: string): Promise<ListingPage> {
      const response = await fetch(
        `${api.url}/trpc/listings.get?input=${encodeURIComponent(JSON.stringify({ listingId }))}`,
      )
      const { result } = (await response.json()) as { result: { data: ListingPage } }
      return result.data
    },
    book: (userId: string, listingId: string) =>
      post(
        'orders.place',
        { listingId, phone: '555 0199', meetingPlace: 'Library', expectedPriceCents: 20_000 },
        userId,
      ),
    async setPrice(sellerId: string, listingId: string, resalePriceCents: number): Promise<void> {
      const response = await post('listings.edit', { listingId, resalePriceCents, description: 'As new.' }, sellerId)
      if (!response.ok) throw new Error(`The price was not changed: ${await response.text()}`)
    },
  }
}

export type Calls = ReturnType<typeof callsTo>
