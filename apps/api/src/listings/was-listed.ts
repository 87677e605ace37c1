import type { Platform } from '#platform/platform.ts'

/** Whether there is a listing of this id that is on no list and no page any more. */
export async function wasListed({ database }: Pick<Platform, 'database'>, listingId: string): Promise<boolean> {
  return (
    (await database.listing.findFirst({ where: { id: listingId, state: 'REMOVED' }, select: { id: true } })) !== null
  )
}
