import path from 'node:path'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { postDemoPayments } from '@second-ring/demo-market/demo-ledger'
import { marketAt } from '@second-ring/demo-market/market'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import { startStripeSandbox } from '@second-ring/stripe-sandbox/start-stripe-sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { chargeDemoPayments } from './demo-charges.ts'

const secretKey = 'sk_test_demo'

test('the demo’s paid orders are charged in the card sandbox, once, so that they can be refunded', async () => {
  const dir = temporaryFolder()
  const postgres = await startPostgres({ dataDir: path.join(dir, 'postgres'), durable: false })
  onTestFinished(() => postgres.stop())
  const url = await makeDatabase(postgres, 'demo')
  await migrate(url)
  const database = createDatabase(url)
  onTestFinished(() => closeDatabase(database))
  // The seed's rows, without its pictures.
  const demo = marketAt(new Date())
  await database.user.createMany({ data: demo.users })
  await database.category.createMany({ data: demo.categories })
  await database.listing.createMany({ data: demo.listings })
  await database.order.createMany({ data: demo.orders })
  await database.payment.createMany({ data: demo.payments })
  await database.$transaction(tx => postDemoPayments(tx, demo.payments))
  const sandbox = await startStripeSandbox({ secretKey, publishableKey: 'pk_test_demo' })
  onTestFinished(() => sandbox.stop())
  const cards = { url: sandbox.url, secretKey }

  const before = await database.payment.findMany({ orderBy: { id: 'asc' } })
  expect(before.length).toBeGreaterThan(0)
  // Two starts at once, and one after.
  await Promise.all([chargeDemoPayments(database, cards), chargeDemoPayments(database, cards)])
  await chargeDemoPayments(database, cards)

  const after = await database.payment.findMany({ orderBy: { id: 'asc' } })
  const get = async (what: string): Promise<{ data?: unknown[] }> => {
    const response = await fetch(`${cards.url}/v1/${what}`, { headers: { authorization: `Bearer ${secretKey}` } })
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
  const cents = before.reduce((sum, { amountCents }) => sum + amountCents, 0)
  expect(
    await database.$queryRaw`SELECT kind::text, balance_cents::int AS cents FROM ledger_balances
      WHERE balance_cents <> 0 ORDER BY ledger_balances.kind`,
  ).toEqual([
    { kind: 'PROVIDER_BALANCE', cents },
    { kind: 'HELD', cents: -cents },
  ])
  expect(await database.notice.count({ where: { kind: 'paid' } })).toBe(before.length)
}, 60_000)
