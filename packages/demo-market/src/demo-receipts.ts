import { query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'

export interface DemoDocument {
  kind: 'RECEIPT' | 'FEE_INVOICE'
  orderId: string
  amountCents: number
  occurredAt: Date
}

/** How long after the payment or the release the product numbers what tells of it. */
const ISSUED_AFTER_MS = 60_000

/** Numbers receipts and invoices of fees in the order in which what they tell of happened, after those that there are. */
export async function issueDemoReceipts(tx: Transaction, documents: readonly DemoDocument[]): Promise<void> {
  for (const kind of ['RECEIPT', 'FEE_INVOICE'] as const) {
    // As the product's job does, which may run beside this.
    const lock = sql<string>`pg_advisory_xact_lock(hashtextextended(${`receipts:${kind}`}, 0))::text`
    await run(tx, query.selectNoFrom(lock.as('locked')))
    const { _max: last } = await tx.receipt.aggregate({ where: { kind }, _max: { number: true } })
    const due = documents
      .filter(document => document.kind === kind && document.amountCents > 0)
      .toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
    await tx.receipt.createMany({
      data: due.map((document, index) => ({
        ...document,
        number: (last.number ?? 0) + index + 1,
        issuedAt: new Date(document.occurredAt.getTime() + ISSUED_AFTER_MS),
      })),
    })
  }
}
