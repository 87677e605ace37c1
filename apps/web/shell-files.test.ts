import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { PARTS, shellFiles } from './shell-files.ts'

let site = ''
beforeEach(() => {
  site = mkdtempSync(path.join(tmpdir(), 'site-'))
  mkdirSync(path.join(site, 'assets'))
})
afterEach(() => rmSync(site, { recursive: true }))

function build(modules: readonly string[]): void {
  const chunks = {
    'assets/main-1.js': { imports: [], modules: ['src/main.tsx'] },
    'assets/screens-1.js': { imports: ['assets/kit-1.js'], modules },
    'assets/kit-1.js': { imports: ['assets/main-1.js'], modules: [] },
    'assets/other-1.js': { imports: [], modules: ['src/users/users.tsx'] },
  }
  writeFileSync(path.join(site, '.chunks.json'), JSON.stringify(chunks))
  writeFileSync(path.join(site, 'before-code.js'), 'before')
  writeFileSync(path.join(site, 'icon.svg'), 'icon')
  writeFileSync(
    path.join(site, 'index.html'),
    '<link rel="icon" href="/icon.svg"><script src="/before-code.js"></script><script type="module" src="/assets/main-1.js"></script><a href="/">Home</a>',
  )
}

it('lists the page, what it names, and the code of the screens with all that it imports', () => {
  build(PARTS.map(part => `src/${part}`))
  const urls = shellFiles(site).map(({ url }) => url)
  expect(urls.sort()).toEqual(
    [
      '/assets/kit-1.js',
      '/assets/main-1.js',
      '/assets/screens-1.js',
      '/icon.svg',
      '/index.html',
      '/before-code.js',
    ].sort(),
  )
})

it('knows by a revision when a file has changed whose name stays', () => {
  build(PARTS.map(part => `src/${part}`))
  const revisionOf = (name: string) => shellFiles(site).find(({ url }) => url === name)?.revision
  expect(revisionOf('/assets/main-1.js')).toBeNull()
  const before = revisionOf('/before-code.js')
  writeFileSync(path.join(site, 'before-code.js'), 'another')
  expect(before).toMatch(/^[0-9a-f]{16}$/)
  expect(revisionOf('/before-code.js')).not.toBe(before)
})

it('fails when a screen has gone from the build', () => {
  build([])
  expect(() => shellFiles(site)).toThrow('No file of the build holds routes/_signed-in/dashboard.tsx')
})
