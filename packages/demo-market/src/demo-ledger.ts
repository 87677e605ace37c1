import type { LedgerAccountKind, Prisma } from '@second-ring/database'
import type { Database } from '@second-ring/database/create-database'
import { stableId } from './stable-id.ts'

type Transaction = Parameters<Parameters<Database['$transaction']>[0]>[0]

type DemoPayment = { id: string; orderId: string; amountCents: number }

type DemoAccount = 'OUTSIDE' | 'PROVIDER_BALANCE' | 'UNASSIGNED' | 'HELD'

/** Posts that payments were charged past the provider and paid their orders, under the keys of the product. */
export async function postDemoPayments(tx: Transaction, payments: readonly DemoPayment[]): Promise<void> {
  const posted = payments.flatMap(payment => [
    { payment, act: 'CHARGED', key: `charge:${payment.id}`, from: 'UNASSIGNED', to: 'OUTSIDE' } as const,
    { payment, act: 'ORDER_PAID', key: `paid:${payment.id}`, from: 'HELD', to: 'UNASSIGNED' } as const,
  ])
  await postMoves(tx, posted)
}

/** Posts that a payment of the demo market was charged at the provider after all. Call it once for each. */
export async function postDemoCharge(tx: Transaction, payment: DemoPayment): Promise<void> {
  const key = `charge:${payment.id}:provider`
  await postMoves(tx, [{ payment, act: 'CHARGED', key, from: 'OUTSIDE', to: 'PROVIDER_BALANCE' }])
}

type DemoSale = DemoPayment & { sellerId: string; feeCents: number; releasedAt: Date }

/** Posts that the money of sales was released: the price is the seller's, but for the fee. Call it after their payments. */
export async function postDemoReleases(tx: Transaction, sales: readonly DemoSale[]): Promise<void> {
  const posted = sales.map(({ id: paymentId, orderId, sellerId, amountCents, feeCents, releasedAt }) => ({
    about: { act: 'ORDER_RELEASED', idempotencyKey: `released:${paymentId}`, paymentId, orderId } as const,
    postedAt: releasedAt,
    sellerId,
    cents: { HELD: amountCents, SELLER_BALANCE: feeCents - amountCents, PLATFORM_FEES: -feeCents },
  }))
  await postSellersMoves(tx, posted)
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
  await postSellersMoves(tx, [
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

interface SellersMove {
  about: Pick<Prisma.LedgerTransactionCreateManyInput, 'act' | 'idempotencyKey' | 'paymentId' | 'orderId'>
  postedAt: Date
  sellerId: string
  cents: Partial<Record<LedgerAccountKind, number>>
}

/** Posts moves of sellers' money when they were made, and opens the sellers' accounts. */
async function postSellersMoves(tx: Transaction, moves: readonly SellersMove[]): Promise<void> {
  const owners = [...new Set(moves.map(({ sellerId }) => sellerId))]
  const opened = owners.flatMap(ownerId => sellerKinds.map(kind => ({ kind, ownerId })))
  await tx.ledgerAccount.createMany({ data: opened, skipDuplicates: true })
  const accounts = await tx.ledgerAccount.findMany({ select: { id: true, kind: true, ownerId: true } })
  const accountOf = (kind: LedgerAccountKind, sellerId: string) => {
    const owner = sellerKinds.includes(kind) ? sellerId : null
    const account = accounts.find(one => one.kind === kind && one.ownerId === owner)
    if (!account) throw new Error(`The ledger has no account ${kind}`)
    return account.id
  }
  const idOf = ({ about }: SellersMove) => stableId('ledger', about.idempotencyKey)
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

type Move = {
  payment: DemoPayment
  act: 'CHARGED' | 'ORDER_PAID'
  key: string
  /** The account that is credited. */
  from: DemoAccount
  /** The account that is debited. */
  to: DemoAccount
}

async function postMoves(tx: Transaction, moves: readonly Move[]): Promise<void> {
  const accounts = await tx.ledgerAccount.findMany({ where: { ownerId: null }, select: { id: true, kind: true } })
  const idOf = (kind: DemoAccount) => {
    const account = accounts.find(one => one.kind === kind)
    if (!account) throw new Error(`The ledger has no account ${kind}`)
    return account.id
  }
  await tx.ledgerTransaction.createMany({
    data: moves.map(({ payment: { id: paymentId, orderId }, act, key }) => {
      return { id: stableId('ledger', key), act, idempotencyKey: key, paymentId, orderId }
    }),
  })
  await tx.ledgerEntry.createMany({
    data: moves.flatMap(({ payment: { amountCents }, key, from, to }) => {
      const transactionId = stableId('ledger', key)
      return [
        { transactionId, accountId: idOf(to), amountCents },
        { transactionId, accountId: idOf(from), amountCents: -amountCents },
      ]
    }),
  })
}
