import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inherited, pathWith } from './env.ts'

/**
 * Writes the Prisma client and the types of Kysely's tables of schema.prisma into src/generated. Quiet when it succeeds.
 *
 * Generating needs no schema engine, but the CLI downloads one when it finds none. Naming any executable as the engine
 * avoids the download, so that this works without a network.
 */
function generate(): number {
  const require = createRequire(import.meta.url)
  const cli = require.resolve('prisma/build/index.js')
  const stand = hasSchemaEngine(cli) ? {} : { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath }
  const cwd = dirname(dirname(fileURLToPath(import.meta.url)))
  // Prisma starts its generators by name, and they start the Node that they find.
  const PATH = pathWith(dirname(process.execPath), join(cwd, 'node_modules/.bin'))
  const run = spawnSync(process.execPath, [cli, 'generate', '--schema', 'schema.prisma', '--no-hints'], {
    cwd,
    env: { ...inherited({ ...stand, PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' }), PATH },
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
