import type { Database } from '@second-ring/database'
import type { ProviderLedger } from '#platform/provider-ledger.ts'

/** What a comparison with the provider's ledger needs. */
export interface ProviderCheck {
  database: Database
  ledger: ProviderLedger
  /** The age below which something unknown is no violation, in milliseconds. */
  graceMs: number
  /** Called for an intent that looks wrong before it is read again; optional. */
  settle?: ((intentId: string) => Promise<unknown>) | undefined
}

export async function* inBatches<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
