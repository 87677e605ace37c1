import { query, run, type Transaction } from '@second-ring/database'
import { lockRemovals } from '#accounts/lock-removals.ts'
import { isPresent } from '#identity/present-user.ts'
import { now } from '#platform/database-clock.ts'
import type { Platform } from '#platform/platform.ts'
import { endOpenDeals } from './end-open-deals.ts'

/**
 * Ends what a user has open on the market whose account was set aside: nobody answers for it any more. Paid orders stay as
 * they are, for an admin. May run again.
 */
export async function endDealsOfSetAside(platform: Platform, { userId }: { userId: string }): Promise<void> {
  await platform.database.$transaction(async tx => {
    await lockRemovals(tx)
    const setAside = query.selectFrom('users').where('id', '=', userId).where('set_aside_at', 'is not', null)
    const [user] = await run(tx, setAside.where(isPresent).select('id').forUpdate())
    if (!user) return
    await endOpenDeals(tx, platform, {
      userId,
      actorId: null,
      happened: 'was closed',
      takeListings: () => takeListings(tx, userId),
    })
  })
}

async function takeListings(tx: Transaction, sellerId: string): Promise<void> {
  const available = query.updateTable('listings').where('seller_id', '=', sellerId).where('state', '=', 'AVAILABLE')
  await run(tx, available.set({ state: 'REMOVED', updated_at: now }))
}
