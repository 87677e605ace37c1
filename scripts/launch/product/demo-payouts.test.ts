import { expect, test } from 'vitest'
import { seededMarket } from '../../testing/seeded-market.ts'
import { chargeDemoPayments } from './demo-charges.ts'
import { openDemoPayoutAccounts } from './demo-payout-accounts.ts'
import { payOutDemoSales } from './demo-payouts.ts'

test('what the demo’s sellers sold long ago was paid out: in the sandbox, in the rows and in the ledger, once', async () => {
  const { database, cards } = await seededMarket()
  await chargeDemoPayments(database, cards)
  await openDemoPayoutAccounts(database, cards)

  // Two starts at once, and one after.
  await Promise.all([payOutDemoSales(database, cards), payOutDemoSales(database, cards)])
  await payOutDemoSales(database, cards)

  const paidOut = await database.transfer.findMany({
    orderBy: { settledAt: 'asc' },
    include: { order: { include: { listing: true } } },
  })
  expect(paidOut.map(({ state, order }) => [state, order.state, order.productName])).toEqual([
    ['SENT', 'PARTLY_REFUNDED', 'Pixel 6 128 GB'],
    ['SENT', 'RELEASED', 'Galaxy S20 FE 128 GB'],
    ['SENT', 'RELEASED', 'iPhone 12 64 GB'],
  ])
  for (const { amountCents, order } of paidOut) {
    const left = order.priceCents - (order.giveBackCents ?? 0)
    expect(amountCents).toBe(left - Math.round((order.feeCents * left) / order.priceCents))
  }
  const [{ sellerId, providerAccountId } = expect.fail('nothing was paid out')] = paidOut
  const amounts = paidOut.map(({ amountCents }) => amountCents)
  const payouts = await database.payout.findMany({ orderBy: { settledAt: 'asc' } })
  expect(payouts).toMatchObject(amounts.map(amountCents => ({ state: 'PAID', amountCents, sellerId })))
  const response = await fetch(`${cards.url}/v1/payouts`, {
    headers: { authorization: `Bearer ${cards.secretKey}`, 'stripe-account': providerAccountId },
  })
  const { data }: { data: { amount: number; status: string }[] } = JSON.parse(await response.text())
  expect(data.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  expect(data.map(({ amount }) => amount).toSorted()).toEqual(amounts.toSorted())

  const acts = await database.ledgerTransaction.findMany({
    where: { act: { in: ['TRANSFER_SENT', 'PAYOUT_PAID'] }, entries: { some: { account: { ownerId: sellerId } } } },
    select: { act: true, postedAt: true },
  })
  expect(acts).toHaveLength(2 * paidOut.length)
  // What the product itself sends on was released later.
  expect(Math.max(...acts.map(({ postedAt }) => Number(postedAt)))).toBeLessThan(Date.now() - 30 * 86_400_000)
  const cents = await database.$queryRaw<{ kind: string; cents: number }[]>`
    SELECT kind::text, balance_cents::int AS cents FROM ledger_balances
    WHERE kind IN ('CONNECTED_BALANCE', 'SELLER_PAYOUTS') AND balance_cents <> 0`
  expect(cents).toEqual([])
}, 120_000)
