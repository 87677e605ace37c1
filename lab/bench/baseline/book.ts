import type pg from 'pg'
import { statements } from './statements.ts'

export interface Booking {
  listingId: string
  buyerId: string
  meetingPlace: string
  phone: string
}

interface Reserved {
  productName: string
  image: string
  priceCents: number
  sellerId: string
}

/** The writes of a booking in one transaction. @returns the order's id, or null when the phone is taken */
export async function book(pool: pg.Pool, booking: Booking): Promise<string | null> {
  const { listingId, buyerId, meetingPlace, phone } = booking
  const client = await pool.connect()
  const run = <Row extends pg.QueryResultRow>(
    name: 'reserve' | 'insertOrder' | 'insertAudit' | 'insertNotice',
    values: unknown[],
  ) => client.query<Row>({ name, text: statements[name], values })
  try {
    await client.query('BEGIN')
    const [listing] = (await run<Reserved>('reserve', [listingId, buyerId])).rows
    if (!listing) {
      await client.query('ROLLBACK')
      return null
    }
    const { productName, image, priceCents, sellerId } = listing
    const made = await run<{ id: string }>('insertOrder', [
      listingId,
      buyerId,
      productName,
      image,
      priceCents,
      meetingPlace,
      phone,
    ])
    const orderId = made.rows[0]?.id ?? null
    await run('insertAudit', [buyerId, orderId])
    await run('insertNotice', [
      sellerId,
      `${productName} is booked. You see where to meet the buyer under My products.`,
      listingId,
    ])
    await client.query('COMMIT')
    return orderId
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
