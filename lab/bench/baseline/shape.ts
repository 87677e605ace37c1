import type { ListingRow } from '@second-ring/api/listings/listing-rows'
import type { OrderRow } from '@second-ring/api/orders/order-select'
import { encodeCursor, type List } from '@second-ring/api/platform/keyset'
import { toRestAttributes } from '@second-ring/contracts/listings/attributes'

export type { ListingRow as ShelfRow, OrderRow }

/** One page as the product's typed API answers it. */
export function page<Row extends { id: string }>(
  rows: Row[],
  of: { list: List; limit: number; at: (row: Row) => Date; item: (row: Row) => unknown },
) {
  const shown = rows.slice(0, of.limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > of.limit && last ? encodeCursor(of.list, { at: of.at(last), id: last.id }) : null
  return { result: { data: { items: shown.map(of.item), nextCursor } } }
}

export function card({ description, advertisedAt, image, ...row }: ListingRow) {
  const { sellerEmail, ...shown } = row
  return { ...shown, image: { url: image } }
}

/** A listing as the product's REST paths answer it. */
export function product(row: ListingRow) {
  const condition = row.condition.toLowerCase()
  return {
    _id: row.id,
    id: row.categoryId,
    product_name: row.productName,
    image: row.image,
    condition,
    product_condition: condition,
    description: row.description,
    location: row.location,
    resale_price: row.resalePriceCents / 100,
    orginal_price: row.originalPriceCents / 100,
    year_used: row.yearsUsed,
    ...toRestAttributes(row),
    seller_name: row.sellerName,
    posted: row.postedAt,
    state: row.state.toLowerCase(),
    advertised: row.advertisedAt !== null,
  }
}

export function order({ productImage, handoverCode, buyerId, ...row }: OrderRow) {
  return { ...row, image: { url: productImage }, handoverCode: row.state === 'PAID' ? handoverCode : null }
}
