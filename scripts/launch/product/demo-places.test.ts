import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { lacksDemoMarket } from './demo-places.ts'

function places({ picture = true, note = true } = {}) {
  const dir = temporaryFolder()
  const made = {
    imagesDir: path.join(dir, 'images'),
    noteFile: path.join(dir, 'note.txt'),
    identityUrl: 'http://127.0.0.1:3002',
    projectId: 'demo-second-ring',
  }
  mkdirSync(path.join(made.imagesDir, '.incoming'), { recursive: true })
  if (picture) writeFileSync(path.join(made.imagesDir, 'a.webp'), '')
  if (note) writeFileSync(made.noteFile, '')
  return made
}

test('a market that was made whole is not made again', () => {
  expect(lacksDemoMarket(places(), false)).toBe(false)
})

test.each([
  ['tables', places, true],
  ['pictures', () => places({ picture: false }), false],
  ['accounts', () => places({ note: false }), false],
])('one without its %s is', (_what, make, isEmpty) => {
  expect(lacksDemoMarket(make(), isEmpty)).toBe(true)
})
