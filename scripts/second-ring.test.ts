import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './bootstrap/repository.mjs'
import { readSettings } from './launch/env.ts'
import { dataPaths } from './launch/paths.ts'
import { readCommandLineEnv, removeCommandLineEnv, writeCommandLineEnv } from './launch/product/command-line-env.ts'
import { portsFrom } from './launch/product/sandboxes.ts'
import { keepSecrets } from './launch/secrets.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** What `second-ring audit verify` complains of. */
function complaint(dataDir: string, env: Record<string, string> = {}): Promise<string> {
  const cli = path.join(root, 'scripts', 'second-ring-cli.ts')
  const options = { env: { SECOND_RING_DATA_DIR: dataDir, ...env } }
  return new Promise(resolve =>
    execFile(process.execPath, [cli, 'audit', 'verify'], options, (_error, _stdout, stderr) => resolve(stderr)),
  )
}

test('the command line finds the market that runs, unless DATABASE_URL names another', {
  timeout: 60_000,
}, async () => {
  const data = dataPaths(temporaryFolder())
  mkdirSync(data.run, { recursive: true })
  const settings = readSettings({ SECOND_RING_DATA_DIR: data.dir })
  const context = { settings, data, ports: portsFrom(40_000), secrets: keepSecrets(data.secrets) }
  writeCommandLineEnv(context)
  expect(await complaint(data.dir)).toContain(`127.0.0.1:${context.ports.postgres}`)
  const DATABASE_URL = 'postgresql://postgres@127.0.0.1:1/other'
  const AUDIT_KEY = 'its-own-key-of-the-other-market-0123456789'
  expect(await complaint(data.dir, { DATABASE_URL, AUDIT_KEY })).toContain('127.0.0.1:1')
  removeCommandLineEnv(data)
  expect(await complaint(data.dir, { AUDIT_KEY })).toContain('DATABASE_URL is missing')
})

test('another terminal finds a database of one’s own, with the sandboxes beside it', { timeout: 60_000 }, async () => {
  const data = dataPaths(temporaryFolder())
  mkdirSync(data.run, { recursive: true })
  const DATABASE_URL = 'postgresql://postgres:it%27s@127.0.0.1:1/own'
  const settings = readSettings({ SECOND_RING_DATA_DIR: data.dir, DATABASE_URL, ADMIN_FACTOR: 'required' })
  writeCommandLineEnv({ settings, data, ports: portsFrom(40_000), secrets: keepSecrets(data.secrets) })
  expect(await complaint(data.dir)).toContain('127.0.0.1:1')
  // Whoever exports the same address gets the same market.
  const cli = readCommandLineEnv(data, { DATABASE_URL })
  expect(cli).toMatchObject({ DATABASE_URL, ADMIN_FACTOR: 'required', STRIPE_API_URL: 'http://127.0.0.1:40001' })
  expect(readCommandLineEnv(data, { DATABASE_URL: `${DATABASE_URL}_other` })).toEqual({})
})
