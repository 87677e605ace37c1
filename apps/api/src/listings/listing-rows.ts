import { type AttributeName, attributeNames, pickAttributes } from '@second-ring/contracts/listings/attributes'
import type { ListingCard, OwnListing } from '@second-ring/contracts/listings/listing'
import { query } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import type { ImageHost } from '#platform/image-host.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Uppercase<First> ? `_${Lowercase<First>}` : First}${SnakeCase<Rest>}`
  : Name
type AttributeColumn = { [Name in AttributeName]: `l.${SnakeCase<Name>}` }[AttributeName]
type AttributeSelection = { [Name in AttributeName]: `l.${SnakeCase<Name>} as ${Name}` }[AttributeName]

/** The column of an attribute of a listing `l`. */
export function columnOf(name: AttributeName): AttributeColumn {
  return `l.${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}` as AttributeColumn
}

/** What selects attributes of a listing `l` by their names. */
export function selectAttributes(names: AttributeName[]): AttributeSelection[] {
  return names.map(name => `${columnOf(name)} as ${name}` as AttributeSelection)
}

/** Every listing `l` with its seller `u`, as lists, cards and pages show it: each of them adds its own conditions. */
export const selectListings = query
  .selectFrom('listings as l')
  .innerJoin('users as u', 'u.id', 'l.seller_id')
  .select([
    'l.id',
    'l.category_id as categoryId',
    'l.product_name as productName',
    sql<string>`coalesce(l.images[1], '')`.as('image'),
    thumbhashOf(sql`l.images[1]`).as('thumbhash'),
    'l.condition',
    'l.description',
    'l.location',
    'l.resale_price_cents as resalePriceCents',
    'l.original_price_cents as originalPriceCents',
    'l.years_used as yearsUsed',
    ...selectAttributes(attributeNames),
    'l.seller_id as sellerId',
    'l.seller_name as sellerName',
    'u.name as accountName',
    'l.posted_at as postedAt',
    'l.advertised_at as advertisedAt',
    'l.state',
    sql<boolean>`u.verified_at IS NOT NULL`.as('sellerVerified'),
    'u.email as sellerEmail',
  ])

export type ListingRow = InferResult<typeof selectListings>[number]

/** A listing with all that anyone is shown of it. */
export interface Post extends Omit<OwnListing, 'booking'> {
  sellerEmail: string
}

export function toPost(row: ListingRow, imageHost: ImageHost): Post {
  const { description, advertisedAt, sellerEmail } = row
  return {
    ...toCard(row, imageHost),
    description,
    advertisedAt: advertisedAt?.toISOString() ?? null,
    sellerEmail: sellerEmail ?? '',
  }
}

/** Whether two names differ in case, blanks or the spelling of an accent at most; a seller who was removed has none. */
function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map(name => name.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase())
  return first === second || second === ''
}

/** A listing as a card shows it: these fields and no others. */
export function toCard(row: ListingRow, imageHost: ImageHost): ListingCard {
  return {
    id: row.id,
    categoryId: row.categoryId,
    productName: row.productName,
    image: imageHost.pictureOf(row.image, row.thumbhash),
    condition: row.condition,
    location: row.location,
    resalePriceCents: row.resalePriceCents,
    originalPriceCents: row.originalPriceCents,
    yearsUsed: row.yearsUsed,
    ...pickAttributes(row),
    sellerId: row.sellerId,
    sellerName: row.sellerName,
    sellerAccountName: isSameName(row.sellerName, row.accountName) ? null : row.accountName,
    sellerVerified: row.sellerVerified,
    postedAt: row.postedAt.toISOString(),
    state: row.state,
  }
}
