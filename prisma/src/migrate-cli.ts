import { parseArgs } from 'node:util'
import type { TriggersOutcome } from './apply-triggers.ts'
import { directUrl, optional } from './env.ts'
import { markRolledBack, migrate } from './migrate.ts'
import { runCli } from './run-cli.ts'

const LINES: Record<TriggersOutcome, string[]> = {
  applied: ['Applied the triggers'],
  unchanged: [],
  newer: ['The triggers are of a newer version: left as they are'],
}

// Brings the database of DATABASE_URL up to date, past a pooler by DATABASE_DIRECT_URL. After a migration has failed and was
// corrected: --rolled-back NAME. Where the server runs as a role of its own, DATABASE_RUNTIME_ROLE is granted what it needs.
await runCli(async () => {
  const url = directUrl()
  const { 'rolled-back': failed } = parseArgs({ options: { 'rolled-back': { type: 'string' } } }).values
  if (failed) await markRolledBack(url, failed)
  const runtimeRole = optional('DATABASE_RUNTIME_ROLE')
  const { migrations, triggers } = await migrate(url, undefined, { runtimeRole })
  const lines = [
    ...migrations.map(name => `Applied ${name}`),
    ...LINES[triggers],
    ...(runtimeRole ? [`Granted the server’s rights to ${runtimeRole}`] : []),
  ]
  return lines.length > 0 ? lines : ['The database is up to date']
})
