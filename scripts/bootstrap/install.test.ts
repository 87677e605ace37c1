import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { fingerprint } from './fingerprint.mjs'
import { hasDevelopmentPackages, installedExtent, recordInstall } from './installed.mjs'
import { workspaceFolders } from './workspace.mjs'

function checkout(): string {
  const root = temporaryFolder()
  for (const folder of ['apps/web', 'apps/api', 'prisma', 'apps/notes', 'node_modules/node/bin']) {
    mkdirSync(path.join(root, folder), { recursive: true })
  }
  for (const folder of ['.', 'apps/web', 'apps/api', 'prisma'])
    writeFileSync(path.join(root, folder, 'package.json'), '{}')
  writeFileSync(
    path.join(root, 'pnpm-workspace.yaml'),
    "packages:\n  - apps/*\n  - 'prisma'\n  - e2e\n\ncatalog:\n  a: 1\n",
  )
  writeFileSync(path.join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9')
  writeFileSync(path.join(root, 'node_modules/node/bin/node'), '')
  return root
}

test('finds the packages of the workspace', () => {
  expect(workspaceFolders(checkout())).toEqual(['.', 'apps/api', 'apps/web', 'prisma'])
})

test.each(['for a start', 'everything'] as const)('remembers that %s is installed', extent => {
  const root = checkout()
  expect(installedExtent(root)).toBeUndefined()
  recordInstall(root, extent)
  expect(installedExtent(root)).toBe(extent)
})

test.each([
  ['for a start', false],
  ['everything', true],
] as const)('pnpm’s note of an install %s is there afterwards: %s', (extent, expected) => {
  const root = checkout()
  const note = path.join(root, 'node_modules', '.pnpm-workspace-state-v1.json')
  writeFileSync(note, '{}')
  recordInstall(root, extent)
  expect(existsSync(note)).toBe(expected)
})

test.each(['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'apps/web/package.json'])(
  'a change of %s asks for an install',
  file => {
    const root = checkout()
    recordInstall(root, 'everything')
    writeFileSync(path.join(root, file), '{"changed": true}')
    expect(installedExtent(root)).toBeUndefined()
  },
)

test('an install without its Node is none', () => {
  const root = checkout()
  recordInstall(root, 'everything')
  rmSync(path.join(root, 'node_modules/node/bin/node'))
  expect(installedExtent(root)).toBeUndefined()
})

test('a new package of the workspace changes the fingerprint', () => {
  const root = checkout()
  const before = fingerprint(root)
  writeFileSync(path.join(root, 'apps/notes/package.json'), '{}')
  expect(fingerprint(root)).not.toBe(before)
})

test.each([
  [true, '{"included": {"dependencies": true, "devDependencies": true}}'],
  [false, '{"included": {"dependencies": true, "devDependencies": false}, "other": {"devDependencies": true}}'],
  [true, 'included:\n  dependencies: true\n  devDependencies: true\n'],
  [false, undefined],
])('knows a developer’s install: %s', (expected, state) => {
  const root = checkout()
  if (state) writeFileSync(path.join(root, 'node_modules/.modules.yaml'), state)
  expect(hasDevelopmentPackages(root)).toBe(expected)
})
