import { parseArgs } from 'node:util'
import { directUrl } from './env.ts'
import { markRolledBack, migrate } from './migrate.ts'
import { runCli } from './run-cli.ts'

// Brings the database of DATABASE_URL up to date, past a pooler by DATABASE_DIRECT_URL. After a migration has failed and was
// corrected: --rolled-back NAME.
await runCli(async () => {
  const url = directUrl()
  const { 'rolled-back': failed } = parseArgs({ options: { 'rolled-back': { type: 'string' } } }).values
  if (failed) await markRolledBack(url, failed)
  const applied = await migrate(url)
  return applied.length > 0 ? applied.map(name => `Applied ${name}`) : ['The database is up to date']
})
