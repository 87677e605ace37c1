import { randomUUID } from 'node:crypto'
import { placeOrder } from '@second-ring/api/orders/place-order'
import { AccountLimitsText } from '@second-ring/api/platform/account-limits-text'
import { noRateLimits } from '@second-ring/api/platform/rate-limits'
import type { Database } from '@second-ring/database'

/** Books phones of a database, each once. */
export async function createBooker(database: Database): Promise<() => Promise<unknown>> {
  const accountLimits = AccountLimitsText.parse('all=1000000')
  const platform = { database, rateLimits: noRateLimits, bookingHoldHours: 48, accountLimits }
  const [users, listings] = await Promise.all([
    database.user.findMany({ where: { role: 'BUYER' } }),
    database.listing.findMany({ where: { state: 'AVAILABLE' }, select: { id: true } }),
  ])
  let next = 0
  return () => {
    const [listing, buyer] = [listings[next], users[next % users.length]]
    next += 1
    if (!listing || !buyer) throw new Error('There are not phones enough')
    const { id, name } = buyer
    const caller = {
      id,
      name,
      email: '',
      role: 'BUYER',
      verified: false,
      emailVerified: true,
      sessionId: randomUUID(),
    } as const
    const contact = { meetingPlace: 'Café', phone: '0123456789', expectedPriceCents: 20_000 }
    return placeOrder(platform, caller, { listingId: listing.id, ...contact })
  }
}
