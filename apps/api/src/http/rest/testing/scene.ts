import { intentOf, type Market } from '@second-ring/testkit'
import type { Person, restClient } from './rest-client.ts'

/** Phones of one seller, one of them booked, and everyone who has to do with them or has not. */
export interface Scene {
  /** Of the phones. */
  categoryId: string
  available: { id: string; name: string }
  booked: { id: string }
  /** The unpaid order of the booked phone, and the card payment that was started for it. */
  order: { id: string; transactionId: string }
  people: Record<Caller, Person>
}

export const callers = ['buyer', 'another buyer', 'seller', 'another seller', 'admin'] as const
export type Caller = (typeof callers)[number]

export async function makeScene(market: Market, { person }: ReturnType<typeof restClient>): Promise<Scene> {
  const people = {
    buyer: await person(),
    'another buyer': await person(),
    seller: await person('SELLER'),
    'another seller': await person('SELLER'),
    admin: await person('ADMIN'),
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
