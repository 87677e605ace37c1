import { endProcess } from './end-process.ts'
import { readPidFiles, removePidFile } from './pid-file.ts'

const PATIENCE_MS = 10_000

/**
 * Ends what a killed launcher left running, the database last. The launcher's own pid file is not looked at.
 * @returns the names of what was ended
 */
export async function endLeftovers(runDir: string, launcher: string, last: string): Promise<string[]> {
  const left = readPidFiles(runDir).filter(({ name }) => name !== launcher)
  const end = async (some: typeof left) => {
    await Promise.all(some.map(recorded => endProcess(recorded, PATIENCE_MS)))
    for (const { name } of some) removePidFile(runDir, name)
  }
  await end(left.filter(({ name }) => name !== last))
  await end(left.filter(({ name }) => name === last))
  return left.map(({ name }) => name)
}
