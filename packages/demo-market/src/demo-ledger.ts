import type { LedgerAccountKind, Prisma } from '@second-ring/database'
import type { Database } from '@second-ring/database/create-database'
import { stableId } from './stable-id.ts'

type Transaction = Parameters<Parameters<Database['$transaction']>[0]>[0]

export type DemoPayment = { id: string; orderId: string; amountCents: number; receivedAt: Date }

/** Posts that payments were charged past the provider and paid their orders, under the keys of the product. */
export async function postDemoPayments(tx: Transaction, payments: readonly DemoPayment[]): Promise<void> {
  const posted = payments.flatMap(({ id: paymentId, orderId, amountCents, receivedAt }): Move[] => [
    {
      about: { act: 'CHARGED', idempotencyKey: `charge:${paymentId}`, paymentId, orderId },
      postedAt: receivedAt,
      cents: { OUTSIDE: amountCents, UNASSIGNED: -amountCents },
    },
    {
      about: { act: 'ORDER_PAID', idempotencyKey: `paid:${paymentId}`, paymentId, orderId },
      postedAt: seconds(2, receivedAt),
      cents: { UNASSIGNED: amountCents, HELD: -amountCents },
    },
  ])
  await postMoves(tx, posted)
}

/** Posts that a payment of the demo market was charged at the provider after all. Call it once for each. */
export async function postDemoCharge(tx: Transaction, payment: DemoPayment): Promise<void> {
  const { id: paymentId, orderId, amountCents, receivedAt } = payment
  const about = { act: 'CHARGED', idempotencyKey: `charge:${paymentId}:provider`, paymentId, orderId } as const
  const cents = { PROVIDER_BALANCE: amountCents, OUTSIDE: -amountCents }
  await postMoves(tx, [{ about, postedAt: seconds(1, receivedAt), cents }])
}

export type DemoSale = DemoPayment & { sellerId: string; feeCents: number; giveBackCents: number; releasedAt: Date }

/**
 * Posts that sales were done: what is given back is the buyer's, and the rest the seller's, but for the fee of that rest. Call it
 * after their payments.
 * @returns what the market kept of each, in cents, by its order
 */
export async function postDemoReleases(tx: Transaction, sales: readonly DemoSale[]): Promise<Map<string, number>> {
  const kept = new Map<string, number>()
  const moves: Move[] = []
  for (const { id: paymentId, orderId, sellerId, amountCents, giveBackCents, releasedAt, ...sale } of sales) {
    const restCents = amountCents - giveBackCents
    const feeCents = Math.round((sale.feeCents * restCents) / amountCents)
    kept.set(orderId, feeCents)
    moves.push(
      {
        about: { act: 'REFUND_OWED', idempotencyKey: `owed:${paymentId}`, paymentId, orderId },
        postedAt: seconds(-1, releasedAt),
        cents: { HELD: giveBackCents, BUYER_REFUNDS: -giveBackCents },
      },
      {
        about: { act: 'ORDER_RELEASED', idempotencyKey: `released:${paymentId}`, paymentId, orderId },
        // Its invoice tells of this moment.
        postedAt: releasedAt,
        sellerId,
        cents: { HELD: restCents, SELLER_BALANCE: feeCents - restCents, PLATFORM_FEES: -feeCents },
      },
    )
  }
  await postMoves(tx, moves)
  return kept
}

export type DemoRefund = { id: string; paymentId: string; orderId: string; amountCents: number; updatedAt: Date }

/** Posts that refunds of a part went back past the provider. Call it after the sales of which they are. */
export async function postDemoRefunds(tx: Transaction, refunds: readonly DemoRefund[]): Promise<void> {
  const posted = refunds.map(({ id, paymentId, orderId, amountCents, updatedAt: postedAt }): Move => {
    const about = { act: 'REFUND_SENT', idempotencyKey: `refund:${id}:sent`, paymentId, orderId } as const
    return { about, postedAt, cents: { BUYER_REFUNDS: amountCents, OUTSIDE: -amountCents } }
  })
  await postMoves(tx, posted)
}

/** Posts that such a refund was made at the provider after all. Call it once for each. */
export async function postDemoReturn(tx: Transaction, refund: DemoRefund): Promise<void> {
  const { id, paymentId, orderId, amountCents, updatedAt } = refund
  const about = { act: 'REFUND_SENT', idempotencyKey: `refund:${id}:sent:provider`, paymentId, orderId } as const
  const cents = { OUTSIDE: amountCents, PROVIDER_BALANCE: -amountCents }
  await postMoves(tx, [{ about, postedAt: seconds(1, updatedAt), cents }])
}

interface DemoPayout {
  transferId: string
  payoutId: string
  orderId: string
  sellerId: string
  amountCents: number
  sentAt: Date
  arrivedAt: Date
}

/** Posts that what a seller had earned by an order was sent to their account at the provider, and came to their bank. */
export async function postDemoPayout(tx: Transaction, payout: DemoPayout): Promise<void> {
  const { transferId, payoutId, orderId, sellerId, amountCents, sentAt, arrivedAt } = payout
  const provider = { PROVIDER_BALANCE: -amountCents, CONNECTED_BALANCE: amountCents }
  await postMoves(tx, [
    {
      about: { act: 'TRANSFER_SENT', idempotencyKey: `transfer:${transferId}:sent`, orderId },
      postedAt: sentAt,
      sellerId,
      cents: { SELLER_BALANCE: amountCents, SELLER_PAYOUTS: -amountCents, ...provider },
    },
    {
      about: { act: 'PAYOUT_PAID', idempotencyKey: `payout:${payoutId}:paid` },
      postedAt: arrivedAt,
      sellerId,
      cents: { SELLER_PAYOUTS: amountCents, CONNECTED_BALANCE: -amountCents },
    },
  ])
}

const sellerKinds: readonly LedgerAccountKind[] = ['SELLER_BALANCE', 'SELLER_PAYOUTS']

interface Move {
  about: Pick<Prisma.LedgerTransactionCreateManyInput, 'act' | 'idempotencyKey' | 'paymentId' | 'orderId'>
  postedAt: Date
  /** Whose the seller's accounts in it are. */
  sellerId?: string
  /** Positive is a debit. A move of nothing is not posted. */
  cents: Partial<Record<LedgerAccountKind, number>>
}

/** Posts moves of money when they were made, and opens the accounts of the sellers in them. */
async function postMoves(tx: Transaction, all: readonly Move[]): Promise<void> {
  const moves = all.filter(({ cents }) => Object.values(cents).some(amount => amount !== 0))
  const owners = [...new Set(moves.flatMap(({ sellerId }) => sellerId ?? []))]
  const opened = owners.flatMap(ownerId => sellerKinds.map(kind => ({ kind, ownerId })))
  await tx.ledgerAccount.createMany({ data: opened, skipDuplicates: true })
  const accounts = await tx.ledgerAccount.findMany({ select: { id: true, kind: true, ownerId: true } })
  const accountOf = (kind: LedgerAccountKind, sellerId: string | undefined) => {
    const owner = sellerKinds.includes(kind) ? (sellerId ?? '') : null
    const account = accounts.find(one => one.kind === kind && one.ownerId === owner)
    if (!account) throw new Error(`The ledger has no account ${kind}`)
    return account.id
  }
  const idOf = ({ about }: Move) => stableId('ledger', about.idempotencyKey)
  await tx.ledgerTransaction.createMany({
    data: moves.map(move => ({ id: idOf(move), ...move.about, postedAt: move.postedAt })),
  })
  await tx.ledgerEntry.createMany({
    data: moves.flatMap(move =>
      (Object.entries(move.cents) as [LedgerAccountKind, number][])
        .filter(([, amountCents]) => amountCents !== 0)
        .map(([kind, amountCents]) => ({
          transactionId: idOf(move),
          accountId: accountOf(kind, move.sellerId),
          amountCents,
        })),
    ),
  })
}

function seconds(count: number, after: Date): Date {
  return new Date(after.getTime() + count * 1000)
}
