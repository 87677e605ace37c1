import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is removed after the test, or after the whole file when made outside a test by `makeFolder`. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await makeFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const makeFolder = async (): Promise<string> =>
  realpath(await mkdtemp(path.join(tmpdir(), 'second-ring-sandbox-')))
