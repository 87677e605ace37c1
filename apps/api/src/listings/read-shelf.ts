import type { Condition, ListingCard, ListingState } from '@second-ring/contracts/listings/listing'
import { type Database, poolOf } from '@second-ring/database'
import type { ImageHost } from '#platform/image-host.ts'
import { instantTypes } from '#platform/instant-types.ts'
import type { Position } from '#platform/keyset.ts'
import type { Post } from './listing-select.ts'

/** A listing as the shelves' statements read it. */
export interface ShelfRow {
  id: string
  categoryId: string
  productName: string
  image: string | null
  condition: Condition
  description: string
  location: string
  resalePriceCents: number
  originalPriceCents: number
  yearsUsed: number
  yearOfPurchase: number | null
  sellerId: string
  sellerName: string
  postedAt: string
  advertisedAt: string | null
  state: ListingState
  sellerVerified: boolean
  sellerEmail: string | null
}

// Read in plain SQL, by name, so that the database plans it once: these are the statements that are run most.
const select = `SELECT l."id", l."category_id" AS "categoryId", l."product_name" AS "productName",
  l."images"[1] AS "image", l."condition", l."description", l."location", l."resale_price_cents" AS "resalePriceCents",
  l."original_price_cents" AS "originalPriceCents", l."years_used" AS "yearsUsed",
  l."year_of_purchase" AS "yearOfPurchase", l."seller_id" AS "sellerId", l."seller_name" AS "sellerName",
  l."posted_at" AS "postedAt", l."advertised_at" AS "advertisedAt", l."state",
  u."verified_at" IS NOT NULL AS "sellerVerified", u."email" AS "sellerEmail"
  FROM "listings" l JOIN "users" u ON u."id" = l."seller_id" WHERE l."state" = 'AVAILABLE'`
const newest = 'ORDER BY l."posted_at" DESC, l."id" DESC'
const lastAdvertised = 'ORDER BY l."advertised_at" DESC, l."id" DESC'

// Read once for the whole statement.
const isOpen = 'EXISTS (SELECT FROM "categories" c WHERE c."id" = $2 AND c."retired_at" IS NULL)'

const statements = {
  category: `${select} AND l."category_id" = $2 AND ${isOpen} ${newest} LIMIT $1`,
  categoryAfter: `${select} AND l."category_id" = $2 AND ${isOpen} AND (l."posted_at", l."id") < ($3, $4) ${newest} LIMIT $1`,
  advertised: `${select} AND l."advertised_at" IS NOT NULL ${lastAdvertised} LIMIT $1`,
  advertisedAfter: `${select} AND l."advertised_at" IS NOT NULL
    AND (l."advertised_at", l."id") < ($2, $3) ${lastAdvertised} LIMIT $1`,
}

interface Shelf {
  statement: 'category' | 'advertised'
  /** What the statement asks for beside its position. */
  of: string[]
  after: Position | null
  take: number
  skip?: number | undefined
}

/** The available listings of a shelf after a position, in the shelf's order. */
export async function readShelf(database: Database, { statement, of, after, take, skip }: Shelf): Promise<ShelfRow[]> {
  const name = after ? (`${statement}After` as const) : statement
  const values = [take, ...of, ...(after ? [after.at, after.id] : [])]
  const asked =
    skip === undefined
      ? { name: `shelf-${name}`, text: statements[name], values }
      : {
          name: `shelf-${name}-skip`,
          text: `${statements[name]} OFFSET $${values.length + 1}`,
          values: [...values, skip],
        }
  const query = { ...asked, types: instantTypes, rowMode: 'array' as const }
  return (await poolOf(database).query<Columns>(query)).rows.map(toRow)
}

type Columns = [
  ...[id: string, categoryId: string, productName: string, image: string | null, condition: Condition],
  ...[description: string, location: string, resalePriceCents: number, originalPriceCents: number, yearsUsed: number],
  ...[yearOfPurchase: number | null, sellerId: string, sellerName: string, postedAt: string],
  ...[advertisedAt: string | null, state: ListingState, sellerVerified: boolean, sellerEmail: string | null],
]

// In the statements' order. The driver, which learns the names with each answer, takes longer to make such an object.
function toRow(columns: Columns): ShelfRow {
  return {
    id: columns[0],
    categoryId: columns[1],
    productName: columns[2],
    image: columns[3],
    condition: columns[4],
    description: columns[5],
    location: columns[6],
    resalePriceCents: columns[7],
    originalPriceCents: columns[8],
    yearsUsed: columns[9],
    yearOfPurchase: columns[10],
    sellerId: columns[11],
    sellerName: columns[12],
    postedAt: columns[13],
    advertisedAt: columns[14],
    state: columns[15],
    sellerVerified: columns[16],
    sellerEmail: columns[17],
  }
}

/** A listing as a card shows it: these fields and no others. */
export function toShelfCard(row: ShelfRow, host: ImageHost): ListingCard {
  return {
    id: row.id,
    categoryId: row.categoryId,
    productName: row.productName,
    image: host.pictureOf(row.image ?? ''),
    condition: row.condition,
    location: row.location,
    resalePriceCents: row.resalePriceCents,
    originalPriceCents: row.originalPriceCents,
    yearsUsed: row.yearsUsed,
    yearOfPurchase: row.yearOfPurchase,
    sellerId: row.sellerId,
    sellerName: row.sellerName,
    sellerVerified: row.sellerVerified,
    postedAt: row.postedAt,
    state: row.state,
  }
}

/** A listing with all that any face shows of it to anyone. */
export function toShelfPost(row: ShelfRow, host: ImageHost): Post {
  return {
    id: row.id,
    categoryId: row.categoryId,
    productName: row.productName,
    image: host.pictureOf(row.image ?? ''),
    condition: row.condition,
    description: row.description,
    location: row.location,
    resalePriceCents: row.resalePriceCents,
    originalPriceCents: row.originalPriceCents,
    yearsUsed: row.yearsUsed,
    yearOfPurchase: row.yearOfPurchase,
    sellerId: row.sellerId,
    sellerName: row.sellerName,
    sellerVerified: row.sellerVerified,
    sellerEmail: row.sellerEmail ?? '',
    postedAt: row.postedAt,
    advertisedAt: row.advertisedAt,
    state: row.state,
  }
}
