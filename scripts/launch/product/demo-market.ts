import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { seed } from '@second-ring/demo-market/seed'
import { DEMO_PASSWORD, demoUsers } from '@second-ring/demo-market/users'
import { identityClient } from '@second-ring/firebase-sandbox/client'
import { chargeDemoPayments } from './demo-charges.ts'
import { openDemoPayoutAccounts } from './demo-payout-accounts.ts'
import { payOutDemoSales } from './demo-payouts.ts'
import type { DemoPlaces } from './demo-places.ts'

const ANSWER_MS = 60_000

/** Makes what is missing of the demo market: the accounts to sign in with, the pictures, the rows. */
export async function makeDemoMarket(url: string, places: DemoPlaces): Promise<void> {
  const { imagesDir, identityUrl, projectId, noteFile, cards } = places
  const makeAccounts = async () => {
    await answering(identityUrl, 'The sign-in provider')
    const accounts = demoUsers.map(({ uid, email, name }) => ({
      uid,
      email,
      password: DEMO_PASSWORD,
      displayName: name,
      emailVerified: true,
    }))
    await identityClient(identityUrl, projectId).ensureAccounts(accounts)
  }
  const database = createDatabase(url)
  try {
    await Promise.all([makeAccounts(), seed(database, { imagesDir })])
    if (cards) {
      await answering(cards.url, 'The card payments')
      await chargeDemoPayments(database, cards)
      await openDemoPayoutAccounts(database, cards)
      await payOutDemoSales(database, cards)
    }
  } finally {
    await closeDatabase(database)
  }
  writeFileSync(noteFile, 'The demo accounts were made. Those that were removed since are not made again.\n')
}

/** Waits for a server that is starting beside this. */
async function answering(url: string, who: string): Promise<void> {
  const deadline = Date.now() + ANSWER_MS
  for (;;) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isUp) return
    if (Date.now() > deadline) throw new Error(`${who} did not answer in time.`)
    await wait(50)
  }
}
