import { intentOf, type Market } from '@second-ring/testkit'
import type { restClient, TestUser } from './rest-client.ts'

/** Phones of one seller, one of them booked, and everyone who has to do with them or has not. */
export interface Scene {
  /** Of the phones. */
  categoryId: string
  available: { id: string; name: string }
  booked: { id: string }
  /** The unpaid order of the booked phone, and the card payment that was started for it. */
  order: { id: string; transactionId: string }
  people: Record<Caller, TestUser>
}

export const callers = ['buyer', 'another buyer', 'seller', 'another seller', 'admin'] as const
export type Caller = (typeof callers)[number]

export async function makeScene(market: Market, { user }: ReturnType<typeof restClient>): Promise<Scene> {
  const people = {
    buyer: await user(),
    'another buyer': await user(),
    seller: await user('SELLER'),
    'another seller': await user('SELLER'),
    admin: await user('ADMIN'),
  }
  const { id: categoryId } = await market.category()
  const of = { categoryId, sellerId: people.seller.id }
  const name = `Aurora ${people.seller.id}`
  const available = await market.listing({ ...of, productName: name })
  await market.listing({ ...of, advertisedAt: new Date() })
  const booked = await market.listing({ ...of, state: 'RESERVED' })
  const order = await market.order({ listingId: booked.id, buyerId: people.buyer.id })
  const { clientSecret } = await market.as(people.buyer.id).payments.createIntent({ orderId: order.id })
  return {
    categoryId,
    available: { id: available.id, name },
    booked,
    order: { id: order.id, transactionId: intentOf(clientSecret) },
    people,
  }
}
