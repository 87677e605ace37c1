import { DomainError } from '@second-ring/contracts/errors'
import { type Database, type Prisma, query, run } from '@second-ring/database'
import type { Caller } from '#identity/caller.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { priceChanged } from './place-order.ts'

interface Described {
  productName: string
  image?: string | undefined
  priceCents: number
}

/**
 * Finds the post that a client describes by name, picture and price and wants to book: one that is offered to the caller
 * from the waiting list; else of those that are available the one that was posted first, none of their own; else one that cannot be
 * booked, as booking it will say.
 * @returns its id
 * @throws DomainError NOT_FOUND (none any more, or none ever), PRICE_MISMATCH
 */
export async function findBookablePost(
  { database, imageHost }: Platform,
  caller: Caller,
  { productName, image, priceCents }: Described,
): Promise<string> {
  const described: Prisma.ListingWhereInput = {
    productName,
    ...(image !== undefined && { images: { has: imageHost.referenceOf(image) } }),
    state: { not: 'REMOVED' },
  }
  const first = (where: Prisma.ListingWhereInput) =>
    database.listing.findFirst({
      where: { ...described, resalePriceCents: priceCents, ...where },
      // Those for sale come first: the states are declared in that order.
      orderBy: [{ state: 'asc' }, { postedAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
    })
  const offered = await offeredTo(database, caller)
  const post =
    (offered.length > 0 ? await first({ id: { in: offered } }) : null) ??
    (await first({ state: 'AVAILABLE', sellerId: { not: caller.id } })) ??
    (await first({}))
  if (post) return post.id
  const [only, ...others] = await database.listing.findMany({
    where: { ...described, state: 'AVAILABLE' },
    take: 2,
    select: { resalePriceCents: true },
  })
  if (only && others.length === 0) throw priceChanged(only.resalePriceCents)
  if (only || (await database.listing.count({ where: described })) > 0) {
    throw new DomainError('PRICE_MISMATCH', 'This is not the price of this product')
  }
  const wasPosted = (await database.listing.count({ where: { productName } })) > 0
  throw new DomainError(
    'NOT_FOUND',
    wasPosted ? 'This product is no longer for sale' : 'There is no product of this name',
  )
}

/** The listings with an open offer to the caller. */
async function offeredTo(database: Database, caller: Caller): Promise<string[]> {
  const offered = query
    .selectFrom('waiting_entries')
    .where('user_id', '=', caller.id)
    .where('state', '=', 'OFFERED')
    .where('offered_until', '>', now)
    .select('listing_id')
  return (await run(database, offered)).map(row => row.listing_id)
}
