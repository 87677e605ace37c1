import { PROTECTION_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { Database, Prisma } from '@second-ring/database'

const endings = { CANCELLED: 'CANCELLED_BY_BUYER', EXPIRED: 'EXPIRED', HANDED_OVER: 'HANDED_OVER' } as const

interface End {
  state: keyof typeof endings
  listing?: Prisma.ListingUpdateInput
}

/** Ends an order behind the product's back, and says where its phone is. */
export async function endOrderRow(database: Database, id: string, { state, listing }: End): Promise<void> {
  const endedAt = new Date()
  const data = {
    ...{ state, ending: endings[state], endedAt },
    ...(state === 'HANDED_OVER' && { protectedUntil: new Date(endedAt.getTime() + PROTECTION_HOURS * 3_600_000) }),
    ...(listing && { listing: { update: listing } }),
  }
  await database.order.update({ where: { id }, data })
}
