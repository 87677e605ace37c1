import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { closeDatabase, createDatabase, type Database } from '@second-ring/database'
import { migrate } from '@second-ring/database/migrate'
import { marketAt } from '@second-ring/demo-market/market'
import { seed } from '@second-ring/demo-market/seed'
import { startPostgres } from '@second-ring/postgres-embedded/start-postgres'
import { createDatabase as makeDatabase } from '@second-ring/postgres-embedded/template'
import { startStripeSandbox } from '@second-ring/stripe-sandbox/start-stripe-sandbox'
import { onTestFinished } from 'vitest'
import type { CardSandbox } from '../launch/product/card-sandbox.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The demo market's rows, without its pictures, and a card sandbox that knows nothing of them. Both end with the test. */
export async function seededMarket(): Promise<{ database: Database; cards: CardSandbox }> {
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
  const secretKey = 'sk_test_demo'
  const sandbox = await startStripeSandbox({ secretKey, publishableKey: 'pk_test_demo' })
  onTestFinished(() => sandbox.stop())
  return { database, cards: { url: sandbox.url, secretKey } }
}
