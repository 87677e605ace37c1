import { DomainError } from '@second-ring/contracts/errors'
import { type Database, type ListingState, poolOf } from '@second-ring/database'
import type { Actor } from '../accounts/actor.ts'
import type { Platform } from '../platform/platform.ts'
import { priceChanged } from './place-order.ts'

interface Described {
  listingId?: string | undefined
  productName: string
  image?: string | undefined
  priceCents: number
}

/**
 * The post that a client describes and wants to book: by its id, else by name, picture and price among those that are
 * available, or offered to the actor from the line.
 * The price that the client names must be the post's.
 * @returns its id
 * @throws DomainError NOT_FOUND, PRICE_MISMATCH, ALREADY_BOOKED (there was one, and it is taken)
 */
export async function findBookablePost(
  { database, imageHost }: Platform,
  actor: Actor,
  post: Described,
): Promise<string> {
  const { listingId, productName, image, priceCents } = post
  const candidates =
    listingId === undefined
      ? await describedAs(database, {
          productName,
          reference: image === undefined ? null : imageHost.referenceOf(image),
        })
      : (await poolOf(database).query<Candidate>({ ...candidateById, values: [listingId] })).rows
  if (candidates.length === 0) throw new DomainError('NOT_FOUND', 'This product is no longer for sale')
  const priced = candidates.filter(candidate => candidate.resalePriceCents === priceCents)
  if (priced.length === 0) throw otherPrice(candidates)
  const bookable =
    priced.find(candidate => candidate.state === 'AVAILABLE') ?? (await offeredTo(database, actor, priced))
  if (!bookable) throw new DomainError('ALREADY_BOOKED', 'This product is already booked')
  return bookable.id
}

/** The one that is held for somebody who waited in line for it. */
async function offeredTo(
  database: Database,
  { id: userId }: Actor,
  posts: Candidate[],
): Promise<Candidate | undefined> {
  const [offer] = await database.$queryRaw<{ listingId: string }[]>`
    SELECT listing_id::text AS "listingId" FROM waiting_entries
    WHERE user_id = ${userId}::uuid AND state = 'OFFERED' AND offered_until > now()
      AND listing_id = ANY(${posts.map(({ id }) => id)}::uuid[])`
  return posts.find(({ id }) => id === offer?.listingId)
}

function otherPrice(candidates: Candidate[]): DomainError {
  const [only, ...others] = candidates.filter(({ state }) => state === 'AVAILABLE')
  if (only && others.length === 0) return priceChanged(only.resalePriceCents)
  return new DomainError('PRICE_MISMATCH', 'This is not the price of this product')
}

interface Candidate {
  id: string
  state: ListingState
  resalePriceCents: number
}

// In plain SQL, by name: it goes before each booking of a client that knows the id.
const candidateById = {
  name: 'bookable-post',
  text: `SELECT id, state, resale_price_cents AS "resalePriceCents" FROM listings WHERE id = $1 AND state <> 'REMOVED'`,
}

function describedAs(
  database: Database,
  { productName, reference }: { productName: string; reference: string | null },
): Promise<Candidate[]> {
  return database.listing.findMany({
    where: { productName, ...(reference !== null && { images: { has: reference } }), state: { not: 'REMOVED' } },
    // Those for sale come first: the states are declared in that order.
    orderBy: [{ state: 'asc' }, { postedAt: 'desc' }, { id: 'desc' }],
    take: CANDIDATES_MAX,
    select: { id: true, state: true, resalePriceCents: true },
  })
}

const CANDIDATES_MAX = 100
