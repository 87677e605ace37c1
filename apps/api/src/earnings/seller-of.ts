import type { OfSeller } from '@second-ring/contracts/earnings/earnings'
import type { Database } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { recordRead } from '#identity/record-read.ts'

/**
 * Returns whose earnings the caller reads: their own, or an admin those of the seller that they name, which is audited.
 * @throws DomainError FORBIDDEN
 */
export async function sellerOf(database: Database, caller: Caller, { sellerId }: OfSeller): Promise<string> {
  if (sellerId === undefined || sellerId === caller.id) {
    authorize(caller, 'earnings.read-own')
    return caller.id
  }
  authorize(caller, 'earnings.read-any')
  await recordRead(database, caller, { action: 'read.earnings', subject: { type: 'user', id: sellerId } })
  return sellerId
}
