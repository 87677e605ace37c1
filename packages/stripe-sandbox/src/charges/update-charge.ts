import type { Context } from '../context.ts'
import { recordEvent } from '../events/record-event.ts'
import type { ChargeRecord } from '../state/records.ts'
import { presentCharge } from './present-charge.ts'

export type ChargeUpdate = Pick<
  ChargeRecord,
  'description' | 'metadata' | 'receiptEmail' | 'shipping' | 'fraudReport' | 'transferGroup'
>

/** Changes what a charge says of itself; what it cost and who paid stays. */
export function updateCharge(context: Context, charge: ChargeRecord, update: ChargeUpdate): ChargeRecord {
  const updated: ChargeRecord = { ...charge, ...update }
  context.tx.put('charges', updated)
  const [before, after] = [presentCharge(charge, context.tx), presentCharge(updated, context.tx)]
  const previousAttributes = Object.fromEntries(
    Object.entries(before).filter(([name, value]) => {
      return JSON.stringify(value) !== JSON.stringify(after[name as keyof typeof after])
    }),
  )
  recordEvent(context, 'charge.updated', { object: after, previousAttributes })
  return updated
}
