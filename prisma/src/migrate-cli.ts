import { parseArgs } from 'node:util'
import { required } from './env.ts'
import { markRolledBack, migrate } from './migrate.ts'
import { runCli } from './run-cli.ts'

// Brings the database of DATABASE_URL up to date. After a migration has failed and was corrected: --rolled-back NAME.
await runCli(async () => {
  const { DATABASE_URL } = required('DATABASE_URL')
  const { 'rolled-back': failed } = parseArgs({ options: { 'rolled-back': { type: 'string' } } }).values
  if (failed) await markRolledBack(DATABASE_URL, failed)
  const applied = await migrate(DATABASE_URL)
  return applied.length > 0 ? applied.map(name => `Applied ${name}`) : ['The database is up to date']
})
