import path from 'node:path'
import { root } from '../../bootstrap/repository.mjs'
import { BUDGETS } from './budgets.ts'
import { checkBudgets } from './check-budgets.ts'

// Part of `pnpm verify`: the code that a screen needs first stays within its budget, in the build as it is served.
const { report, findings } = checkBudgets(path.join(root, 'apps', 'web', 'dist', 'site'), BUDGETS)
for (const line of report) process.stdout.write(`${line}\n`)
for (const finding of findings) process.stderr.write(`${finding}\n`)
process.exitCode = findings.length === 0 ? 0 : 1
