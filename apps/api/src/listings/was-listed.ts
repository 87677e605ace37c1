import type { Platform } from '#platform/platform.ts'

/** Whether there is a listing of this id that is on no list and no page any more; one that is only hidden may come back. */
export async function wasListed({ database }: Pick<Platform, 'database'>, listingId: string): Promise<boolean> {
  const where = { id: listingId, state: 'REMOVED', hiddenAt: null } as const
  return (await database.listing.findFirst({ where, select: { id: true } })) !== null
}
