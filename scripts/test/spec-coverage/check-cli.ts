import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../bootstrap/repository.mjs'
import { checkCoverage } from './check-coverage.ts'

// Part of `pnpm verify`: every sentence of the specification has a test, and the test is there.
const document = path.join('docs', 'spec-coverage.md')
const findings = checkCoverage(readFileSync(path.join(root, document), 'utf8'), root)
for (const finding of findings) process.stderr.write(`${document}, ${finding}\n`)
process.exitCode = findings.length === 0 ? 0 : 1
