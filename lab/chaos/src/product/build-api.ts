import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../repository.ts'

/** Builds the API as production runs it. */
export async function buildApi(): Promise<void> {
  await promisify(execFile)(process.execPath, ['build.ts'], { cwd: path.join(root, 'apps', 'api') })
}
