import type { LedgerAccountKind } from '@second-ring/database'
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

type DemoSale = DemoPayment & { sellerId: string; feeCents: number }

/** Posts that the money of sales was released: the price is the seller's, but for the fee. Call it after their payments. */
export async function postDemoReleases(tx: Transaction, sales: readonly DemoSale[]): Promise<void> {
  const kinds = ['SELLER_BALANCE', 'SELLER_PAYOUTS'] as const
  const owners = [...new Set(sales.map(({ sellerId }) => sellerId))]
  await tx.ledgerAccount.createMany({
    data: owners.flatMap(ownerId => kinds.map(kind => ({ kind, ownerId }))),
    skipDuplicates: true,
  })
  const accounts = await tx.ledgerAccount.findMany({ select: { id: true, kind: true, ownerId: true } })
  const accountOf = (kind: LedgerAccountKind, ownerId: string | null) => {
    const account = accounts.find(one => one.kind === kind && one.ownerId === ownerId)
    if (!account) throw new Error(`The ledger has no account ${kind}`)
    return account.id
  }
  const posted = sales.map(sale => ({ ...sale, key: `released:${sale.id}` }))
  await tx.ledgerTransaction.createMany({
    data: posted.map(({ id: paymentId, orderId, key }) => {
      return { id: stableId('ledger', key), act: 'ORDER_RELEASED', idempotencyKey: key, paymentId, orderId } as const
    }),
  })
  await tx.ledgerEntry.createMany({
    data: posted.flatMap(({ key, sellerId, amountCents, feeCents }) =>
      [
        { accountId: accountOf('HELD', null), amountCents },
        { accountId: accountOf('SELLER_BALANCE', sellerId), amountCents: feeCents - amountCents },
        { accountId: accountOf('PLATFORM_FEES', null), amountCents: -feeCents },
      ]
        .filter(({ amountCents: cents }) => cents !== 0)
        .map(entry => ({ transactionId: stableId('ledger', key), ...entry })),
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
