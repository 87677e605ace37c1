import path from 'node:path'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { marketAt } from '@second-ring/demo-market/market'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import { startStripeSandbox } from '@second-ring/stripe-sandbox/start-stripe-sandbox'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openDemoPayoutAccounts } from './demo-payout-accounts.ts'

const secretKey = 'sk_test_demo'

test('the demo’s sellers have accounts in the card sandbox as their rows say, once', async () => {
  const postgres = await startPostgres({ dataDir: path.join(temporaryFolder(), 'postgres'), durable: false })
  onTestFinished(() => postgres.stop())
  const url = await makeDatabase(postgres, 'demo')
  await migrate(url)
  const database = createDatabase(url)
  onTestFinished(() => closeDatabase(database))
  await database.user.createMany({ data: marketAt(new Date()).users })
  const sandbox = await startStripeSandbox({ secretKey, publishableKey: 'pk_test_demo' })
  onTestFinished(() => sandbox.stop())
  const cards = { url: sandbox.url, secretKey }

  // Two starts at once, and one after.
  await Promise.all([openDemoPayoutAccounts(database, cards), openDemoPayoutAccounts(database, cards)])
  await openDemoPayoutAccounts(database, cards)

  const rows = await database.payoutAccount.findMany({ include: { user: { select: { identityUid: true } } } })
  const begun = rows.filter(({ payoutsEnabled }) => !payoutsEnabled).map(({ user }) => user.identityUid)
  expect([rows.length, begun]).toEqual([5, ['demo-seller-6']])
  for (const { providerAccountId, payoutsEnabled, detailsSubmitted } of rows) {
    const response = await fetch(`${cards.url}/v1/accounts/${providerAccountId}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect(await response.json()).toMatchObject({
      payouts_enabled: payoutsEnabled,
      details_submitted: detailsSubmitted,
    })
  }
}, 60_000)
