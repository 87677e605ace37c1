import { parseArgs } from 'node:util'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { createStripeLedger } from '../platform/stripe-ledger.ts'
import { checkBooks, describeBooks, violationsOf } from './check-books.ts'

// `pnpm books:verify`: exit code 0 when the books balance.
try {
  const { DATABASE_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl } = process.env
  if (!url) throw new Error('DATABASE_URL is missing')
  const { values } = parseArgs({ options: { 'grace-minutes': { type: 'string', default: '15' } } })
  const graceMs = Number(values['grace-minutes']) * 60_000
  if (!(graceMs >= 0)) throw new Error('--grace-minutes is a number, such as 15')
  const database = createDatabase(url, { statementTimeoutMs: 0 })
  const ledger = secretKey ? createStripeLedger({ secretKey, ...(apiUrl && { apiUrl }) }) : undefined
  const checked = await checkBooks({ database, ledger, graceMs })
  await closeDatabase(database)
  process.stdout.write(`${describeBooks(checked)}\n`)
  if (!ledger) process.stdout.write('The provider’s ledger was not checked: STRIPE_SECRET_KEY is not set.\n')
  if (violationsOf(checked).length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
