import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { marketAt } from '@second-ring/demo-market/market'
import { seed } from '@second-ring/demo-market/seed'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import { startStripeSandbox } from '@second-ring/stripe-sandbox/start-stripe-sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { chargeDemoPayments } from './demo-charges.ts'
import { openDemoPayoutAccounts } from './demo-payout-accounts.ts'
import { payOutDemoSales } from './demo-payouts.ts'

const secretKey = 'sk_test_demo'

test('what the demo’s sellers sold long ago was paid out: in the sandbox, in the rows and in the ledger, once', async () => {
  const dir = temporaryFolder()
  const postgres = await startPostgres({ dataDir: path.join(dir, 'postgres'), durable: false })
  onTestFinished(() => postgres.stop())
  const url = await makeDatabase(postgres, 'demo')
  await migrate(url)
  const database = createDatabase(url)
  onTestFinished(() => closeDatabase(database))
  // Empty files stand for the pictures.
  const imagesDir = path.join(dir, 'images')
  mkdirSync(imagesDir)
  for (const { name } of marketAt(new Date()).pictures) writeFileSync(path.join(imagesDir, `${name}.webp`), '')
  await seed(database, { imagesDir })
  const sandbox = await startStripeSandbox({ secretKey, publishableKey: 'pk_test_demo' })
  onTestFinished(() => sandbox.stop())
  const cards = { url: sandbox.url, secretKey }
  await chargeDemoPayments(database, cards)
  await openDemoPayoutAccounts(database, cards)

  // Two starts at once, and one after.
  await Promise.all([payOutDemoSales(database, cards), payOutDemoSales(database, cards)])
  await payOutDemoSales(database, cards)

  const paidOut = await database.transfer.findMany({ include: { order: { include: { listing: true } } } })
  expect(paidOut.map(({ state, order }) => [state, order.state])).toEqual([['SENT', 'RELEASED']])
  const [{ sellerId, amountCents, providerAccountId, order } = expect.fail('nothing was paid out')] = paidOut
  expect(amountCents).toBe(order.priceCents - order.feeCents)
  expect(await database.payout.findMany()).toMatchObject([{ state: 'PAID', amountCents, sellerId }])
  const response = await fetch(`${cards.url}/v1/payouts`, {
    headers: { authorization: `Bearer ${secretKey}`, 'stripe-account': providerAccountId },
  })
  expect(await response.json()).toMatchObject({ data: [{ amount: amountCents, status: 'paid' }] })

  const acts = await database.ledgerTransaction.findMany({
    where: { entries: { some: { account: { ownerId: sellerId } } } },
    orderBy: { postedAt: 'asc' },
    select: { act: true, postedAt: true },
  })
  expect(acts.map(({ act }) => act).toSorted()).toEqual([
    'ORDER_RELEASED',
    'ORDER_RELEASED',
    'PAYOUT_PAID',
    'TRANSFER_SENT',
  ])
  expect(Math.max(...acts.map(({ postedAt }) => Number(postedAt)))).toBeLessThan(Date.now() - 28 * 86_400_000)
  const cents = await database.$queryRaw<{ kind: string; cents: number }[]>`
    SELECT kind::text, balance_cents::int AS cents FROM ledger_balances
    WHERE kind IN ('CONNECTED_BALANCE', 'SELLER_PAYOUTS') AND balance_cents <> 0`
  expect(cents).toEqual([])
}, 60_000)
