import type { Context } from '../context.ts'
import type { ChargeRecord } from '../state/records.ts'
import { missing } from '../wire/api-error.ts'

/** @throws ApiError 404 when there is no such charge */
export function findCharge({ tx }: Context, id: string): ChargeRecord {
  const charge = tx.get('charges', id)
  if (!charge) throw missing('charge', id)
  return charge
}
