import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../bootstrap/repository.mjs'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { serverDomains, serverFolders, webFolders } from './folders.ts'
import { formatZones, zones } from './zones.ts'

const foldersOf = (parent: string) =>
  readdirSync(path.join(root, parent), { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? entry.name : [],
  )

test('every folder has its place', () => {
  expect(foldersOf('apps/api/src').toSorted()).toEqual([...serverFolders].toSorted())
  expect(foldersOf('apps/web/src').toSorted()).toEqual([...webFolders].toSorted())
  expect(serverDomains.filter(name => !serverFolders.some(folder => folder === name))).toEqual([])
})

test('biome.zones.json is what `pnpm zones` writes', () => {
  expect(readFileSync(path.join(root, 'biome.zones.json'), 'utf8')).toBe(formatZones())
})

/** What Biome complains about in a checkout with this one file. */
function complaint(file: string, line: string): string {
  const folder = temporaryFolder()
  const settings = { root: true, extends: ['./biome.zones.json'], linter: { rules: { preset: 'none' } } }
  writeFileSync(path.join(folder, 'biome.json'), JSON.stringify(settings))
  writeFileSync(path.join(folder, 'biome.zones.json'), JSON.stringify(zones()))
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), `${line}\n`)
  const { stdout, stderr } = spawnSync(path.join(root, 'node_modules/.bin/biome'), ['lint', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test.each([
  ['apps/api/src/orders/a.ts', '#payments/b.ts', 'comes before'],
  ['apps/api/src/orders/a.router.ts', '#payments/b.ts', 'comes before'],
  ['apps/api/src/platform/a.ts', '../orders/b.ts', 'comes before'],
  ['apps/api/src/orders/a.ts', '@trpc/server', 'knows nothing of the transport'],
  ['apps/api/src/orders/a.ts', '#http/rest/caller.ts', 'knows nothing of the transport'],
  ['apps/api/src/payments/a.ts', 'stripe', 'through platform/'],
  ['apps/api/src/search/a.ts', '@second-ring/database/pool-of', 'with Kysely'],
  ['apps/api/src/payments/a.rest.ts', '@second-ring/database', 'calls one use case'],
  ['packages/contracts/src/a.ts', 'react', 'zod alone'],
  ['packages/devices/src/a.ts', './update/read-sources.ts', 'pure functions'],
  ['apps/web/src/ui/a.tsx', '../orders/b.tsx', 'comes before'],
  ['apps/web/src/ui/a.tsx', '#orders/b.tsx', 'comes before'],
  ['apps/web/src/orders/a.tsx', '@second-ring/api/server', 'knows the API'],
  ['apps/web/src/routes/a/b.tsx', '@second-ring/database', 'reaches the web'],
])('%s may not import %s', (file, imported, message) => {
  expect(complaint(file, `import { it } from '${imported}'`)).toContain(message)
})

test.each([
  ['apps/api/src/payments/a.ts', '#orders/b.ts'],
  ['apps/api/src/orders/a.router.ts', '#http/trpc/procedures.ts'],
  ['apps/api/src/orders/a.test.ts', '#payments/b.ts'],
  ['apps/web/src/api-client/trpc.ts', '@second-ring/api/trpc-api/app-router'],
])('%s may import %s', (file, imported) => {
  expect(complaint(file, `import { it } from '${imported}'`)).not.toContain('noRestrictedImports')
})
