import { PICTURE } from '@second-ring/testkit'
import { type Booking, type Crowd, type Phone, REMEMBERED } from './crowd.ts'
import type { Person } from './users.ts'

const place = { meetingPlace: 'Central Library', phone: '+1 555 010 0199' }

/** Puts a phone up for sale. */
export async function post(crowd: Crowd): Promise<void> {
  const seller = crowd.random.pick(crowd.sellers)
  if (seller) await postAs(crowd, seller, crowd.random.between(5000, 90_000))
}

/** The same of one seller, for so many cents. @returns null when it did not succeed */
export async function postAs(crowd: Crowd, seller: Person, resalePriceCents: number): Promise<Phone | null> {
  const listing = {
    categoryId: crowd.categoryId,
    sellerName: 'Robin Vale',
    productName: 'Aurora 12',
    images: [PICTURE],
    condition: 'GOOD' as const,
    description: 'Works as it should.',
    location: 'Portland, Oregon',
    resalePriceCents,
    originalPriceCents: 99_900,
    yearsUsed: 2,
  }
  const made = await crowd.tally.take('post', idempotencyKey =>
    seller.client.listings.create.mutate({ ...listing, idempotencyKey }),
  )
  if (!made) return null
  crowd.promises.note('posted', made.listingId, seller.id)
  const phone = { id: made.listingId, priceCents: resalePriceCents, seller }
  crowd.phones.push(phone)
  crowd.phones.splice(0, crowd.phones.length - REMEMBERED)
  return phone
}

/** Someone books a phone at the price that they know. @returns null when it did not succeed */
export async function bookAs(
  { tally, promises, bookings }: Crowd,
  phone: Phone,
  buyer: Person,
): Promise<Booking | null> {
  const wanted = { listingId: phone.id, expectedPriceCents: phone.priceCents, ...place }
  const made = await tally.take('book', idempotencyKey => {
    return buyer.client.orders.place.mutate({ ...wanted, idempotencyKey })
  })
  if (!made) return null
  promises.note('booked', made.orderId, buyer.id)
  const booking = { id: made.orderId, phone, buyer, clientSecret: null }
  bookings.push(booking)
  bookings.splice(0, bookings.length - REMEMBERED)
  return booking
}
