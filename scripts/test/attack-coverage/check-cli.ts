import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../bootstrap/repository.mjs'
import { checkAttacks } from './check-attacks.ts'

// Part of `pnpm verify`: every attack that the page lists has a test, and every attack that a test makes is listed.
const document = path.join('docs', 'attacks.md')
const findings = checkAttacks(readFileSync(path.join(root, document), 'utf8'), root)
for (const finding of findings) process.stderr.write(`${document}, ${finding}\n`)
process.exitCode = findings.length === 0 ? 0 : 1
