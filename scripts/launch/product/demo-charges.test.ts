import { expect, test } from 'vitest'
import { seededMarket } from '../../testing/seeded-market.ts'
import { chargeDemoPayments } from './demo-charges.ts'

test('the demo’s paid orders are charged in the card sandbox, once, so that they can be refunded, and what went back of them too', async () => {
  const { database, cards } = await seededMarket()
  const before = await database.payment.findMany({ orderBy: { id: 'asc' } })
  expect(before.length).toBeGreaterThan(0)
  const refunds = await database.refund.findMany()
  expect(refunds.map(({ state, providerId }) => [state, providerId])).toEqual([['SUCCEEDED', null]])
  // Two starts at once, and one after.
  await Promise.all([chargeDemoPayments(database, cards), chargeDemoPayments(database, cards)])
  await chargeDemoPayments(database, cards)

  const after = await database.payment.findMany({ orderBy: { id: 'asc' } })
  const get = async (what: string): Promise<{ data?: unknown[] }> => {
    const response = await fetch(`${cards.url}/v1/${what}`, {
      headers: { authorization: `Bearer ${cards.secretKey}` },
    })
    return JSON.parse(await response.text())
  }
  for (const { intentId, amountCents, orderId } of after) {
    expect(await get(`payment_intents/${intentId}`)).toMatchObject({
      status: 'succeeded',
      amount: amountCents,
      metadata: { orderId },
    })
  }
  expect((await get('charges?limit=100')).data).toHaveLength(before.length)
  expect(after.map(({ intentId: _intent, ...payment }) => payment)).toEqual(
    before.map(({ intentId: _intent, ...payment }) => payment),
  )
  const sumOf = (rows: readonly { amountCents: number }[]) =>
    rows.reduce((sum, { amountCents }) => sum + amountCents, 0)
  expect(
    await database.$queryRaw`SELECT kind::text, balance_cents::int AS cents FROM ledger_balances
      WHERE kind IN ('PROVIDER_BALANCE', 'OUTSIDE', 'BUYER_REFUNDS') ORDER BY ledger_balances.kind`,
  ).toEqual([
    { kind: 'PROVIDER_BALANCE', cents: sumOf(before) - sumOf(refunds) },
    { kind: 'OUTSIDE', cents: 0 },
    { kind: 'BUYER_REFUNDS', cents: 0 },
  ])
  const returned = await database.refund.findMany()
  expect(returned.map(({ providerId: _id, ...refund }) => refund)).toEqual(
    refunds.map(({ providerId: _id, ...refund }) => refund),
  )
  expect((await get('refunds')).data).toMatchObject(
    returned.map(({ id, providerId, amountCents: amount }) => ({ id: providerId, amount, metadata: { refundId: id } })),
  )
  expect(await database.notice.count({ where: { kind: 'paid' } })).toBe(before.length)
}, 120_000)
