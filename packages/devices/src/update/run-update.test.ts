import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runUpdate } from './run-update.ts'

const curated = [{ slug: 'sony', name: 'Sony', brands: ['Sony'], models: { 'xperia-5': { name: 'Xperia 5' } } }]
const sources = [{ identifier: 'J9210', name: 'Xperia 5', brand: 'Sony' }]

async function staleFile(): Promise<URL> {
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-devices-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = pathToFileURL(path.join(folder, 'models.ts'))
  await writeFile(file, 'stale')
  return file
}

test('without --write a change is printed, not written, and ends the command with 1', async () => {
  const file = await staleFile()
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  expect(await runUpdate({ file, models: [], isWriting: false, print, curated, sources })).toBe(1)
  expect(await readFile(file, 'utf8')).toBe('stale')
  expect(lines[0]).toMatch(/^\+ sony\/xperia-5 /)
  expect(lines.at(-1)).toContain('--write')
})

test('with --write it is written, and there is nothing left to write', async () => {
  const file = await staleFile()
  const print = () => {}
  expect(await runUpdate({ file, models: [], isWriting: true, print, curated, sources })).toBe(0)
  expect(await readFile(file, 'utf8')).toContain('"identifiers":["J9210"]')
  expect(await runUpdate({ file, models: [], isWriting: false, print, curated, sources })).toBe(0)
})
