import { pnpm, root } from '../bootstrap/repository.mjs'
import { runCommand } from '../test/run-command.ts'
import { auditLines, readAudit } from './read-audit.ts'

// `pnpm audit:dependencies`: asks the registry which of the packages are known to be vulnerable. Exit code 1 when one is;
// 0 also when nobody could be asked, which it says.
const TIMEOUT_MS = 120_000

const { output } = await runCommand({
  command: 'npx',
  args: ['--yes', '--prefer-offline', pnpm, 'audit', '--json'],
  cwd: root,
  timeoutMs: TIMEOUT_MS,
})
const audit = readAudit(output)
for (const line of auditLines(audit)) process.stdout.write(`${line}\n`)
process.exitCode = audit.outcome === 'checked' && audit.advisories.length > 0 ? 1 : 0
