import type { Database } from '@second-ring/database'
import type { ProviderLedger } from '#platform/provider-ledger.ts'

/** What a comparison with the provider's ledger needs. */
export interface ProviderCheck {
  database: Database
  ledger: ProviderLedger
  /** What is younger than this may not have been heard of yet, in milliseconds. */
  graceMs: number
  /** Brings what looks wrong to what the provider says, before it is looked at once more; nothing when absent. */
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
