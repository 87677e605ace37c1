import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inherited } from './env.ts'

/**
 * Writes the Prisma client of schema.prisma into src/generated. Quiet when it succeeds.
 *
 * Generating needs no schema engine, but the CLI downloads one when it finds none. Naming any executable as the engine
 * keeps it from trying, so that this works without a network.
 */
function generate(): number {
  const require = createRequire(import.meta.url)
  const cli = require.resolve('prisma/build/index.js')
  const stand = hasSchemaEngine(cli) ? {} : { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
  const run = spawnSync(process.execPath, [cli, 'generate', '--schema', 'schema.prisma', '--no-hints'], {
    cwd: dirname(dirname(fileURLToPath(import.meta.url))),
    env: inherited({ ...stand, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' }),
    encoding: 'utf8',
  })
  if (run.status === 0) return 0
  process.stderr.write(`${run.stdout}${run.stderr}${run.error ? `${run.error.message}\n` : ''}`)
  return run.status ?? 1
}

function hasSchemaEngine(cli: string): boolean {
  const engines = dirname(createRequire(cli).resolve('@prisma/engines/package.json'))
  return readdirSync(engines).some(name => name.startsWith('schema-engine-'))
}

process.exitCode = generate()
