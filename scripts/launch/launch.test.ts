import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProgress } from '../bootstrap/progress.mjs'
import { listening } from '../testing/listening.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readSettings } from './env.ts'
import { launch } from './launch.ts'
import { dataPaths } from './paths.ts'

test('a fresh start that finds its port taken deletes nothing', async () => {
  const data = dataPaths(temporaryFolder())
  mkdirSync(data.dir, { recursive: true })
  writeFileSync(data.secrets, '{}')
  const port = await listening('127.0.0.1')
  const settings = readSettings({ PORT: `${port}`, SECOND_RING_DATA_DIR: data.dir })
  const options = { fresh: true, empty: false, dev: false, build: false, help: false }
  const progress = { ...createProgress(), say: () => undefined }
  await expect(launch(settings, options, progress, new AbortController().signal)).rejects.toThrow('is taken')
  expect(existsSync(data.secrets)).toBe(true)
})
