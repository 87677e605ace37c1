import { query, run, type Transaction } from '@second-ring/database'
import { now } from '#platform/database-clock.ts'
import { isSelling } from './selling-user.ts'

/** Takes a seller's available listings off the market until {@link showListings}. */
export async function hideListings(tx: Transaction, sellerId: string): Promise<void> {
  const available = query.updateTable('listings').where('seller_id', '=', sellerId).where('state', '=', 'AVAILABLE')
  await run(tx, available.set({ state: 'REMOVED', hidden_at: now, updated_at: now }))
}

/**
 * Brings a seller's hidden listings back, but for those whose category was retired meanwhile. While the seller is
 * suspended, set aside or about to be deleted, all stay hidden.
 */
export async function showListings(tx: Transaction, sellerId: string): Promise<void> {
  const sells = await run(
    tx,
    query.selectFrom('users as u').where('u.id', '=', sellerId).where(isSelling).select('u.id'),
  )
  if (sells.length === 0) return
  const posts = query.selectFrom('listings').where('seller_id', '=', sellerId).where('hidden_at', 'is not', null)
  const categories = query.selectFrom('categories').where('id', 'in', posts.select('category_id'))
  // Locked, so that none is retired before its phones are back.
  const open = await run(tx, categories.where('retired_at', 'is', null).select('id').orderBy('id').forShare())
  const hidden = query.updateTable('listings').where('seller_id', '=', sellerId).where('hidden_at', 'is not', null)
  if (open.length > 0) {
    const ids = open.map(({ id }) => id)
    await run(tx, hidden.where('category_id', 'in', ids).set({ state: 'AVAILABLE', hidden_at: null, updated_at: now }))
  }
  await run(tx, hidden.set({ hidden_at: null }))
}
