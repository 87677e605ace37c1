import { query, run, type Transaction } from '@second-ring/database'
import { describeSideGone } from '#payments/refund-missed-handovers.ts'

const states = query
  .selectFrom('users')
  .select(['id', 'deleted_at as deletedAt', 'suspended_at as suspendedAt'])
  .select(['set_aside_at as setAsideAt', 'deletes_at as deletesAt'])

/**
 * Why a side of an order cannot act, as both sides read it: their account is suspended, gone or about to be. Call it under the
 * locks of the users.
 * @returns null when each of them can
 */
export async function findAbsence(
  tx: Transaction,
  { buyerId, sellerId }: { buyerId?: string; sellerId: string },
): Promise<string | null> {
  const ids = buyerId === undefined ? [sellerId] : [sellerId, buyerId]
  for (const user of await run(tx, states.where('id', 'in', ids).orderBy('id'))) {
    const happened = whatHappened(user)
    if (happened !== null) return describeSideGone(user.id === sellerId ? 'seller' : 'buyer', happened)
  }
  return null
}

interface Account {
  deletedAt: Date | null
  suspendedAt: Date | null
  setAsideAt: Date | null
  deletesAt: Date | null
}

function whatHappened({ deletedAt, suspendedAt, setAsideAt, deletesAt }: Account): string | null {
  if (deletedAt) return 'was removed'
  if (suspendedAt) return 'was suspended'
  if (setAsideAt) return 'was closed'
  return deletesAt ? 'is being deleted' : null
}
