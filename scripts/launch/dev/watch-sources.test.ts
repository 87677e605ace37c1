import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { watchSources } from './watch-sources.ts'

/** A watched folder with one source, and the changes that were told of it. */
async function watched() {
  const folder = path.join(temporaryFolder(), 'src')
  mkdirSync(path.join(folder, 'orders'), { recursive: true })
  const file = path.join(folder, 'orders', 'place-order.ts')
  writeFileSync(file, 'export const version = 0')
  let changes = 0
  const stop = await watchSources([folder], () => (changes += 1))
  onTestFinished(stop)
  return { folder, file, changes: () => changes }
}

/** As vim, JetBrains' editors and `sed -i` save: a new file takes the old one's place. */
function saveAtomically(file: string, text: string): void {
  writeFileSync(`${file}~`, text)
  renameSync(`${file}~`, file)
}

test('hears of every atomic save of a file, not only of the first', async () => {
  const { file, changes } = await watched()
  for (let save = 1; save <= 4; save += 1) {
    const before = changes()
    saveAtomically(file, `export const version = ${save}`)
    await expect.poll(changes, { timeout: 10_000 }).toBeGreaterThan(before)
  }
})

test('hears of a source that is written in place, added in a new folder, or deleted', async () => {
  const { folder, file, changes } = await watched()
  const added = path.join(folder, 'payments', 'refund-order.ts')
  for (const change of [
    () => writeFileSync(file, 'export const version = 1'),
    () => {
      mkdirSync(path.dirname(added))
      writeFileSync(added, '')
    },
    () => rmSync(added),
  ]) {
    const before = changes()
    change()
    await expect.poll(changes, { timeout: 10_000 }).toBeGreaterThan(before)
  }
})

test('hears once of what is saved together, and nothing of tests and other files', async () => {
  const { folder, file, changes } = await watched()
  for (const name of ['place-order.test.ts', 'notes.md', 'place-order.ts.swp'])
    writeFileSync(path.join(folder, 'orders', name), 'x')
  for (const name of ['a.ts', 'b.ts', 'c.ts']) writeFileSync(path.join(folder, 'orders', name), 'x')
  saveAtomically(file, 'export const version = 1')
  await expect.poll(changes, { timeout: 10_000 }).toBe(1)
})
