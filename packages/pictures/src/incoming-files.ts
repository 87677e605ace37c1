import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

export type IncomingFiles = {
  /** A place for a file that is being received. */
  next(): string
  /** Removes what was received. */
  discard(file: string): Promise<void>
}

const oneHour = 3_600_000

const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name)
    const age = Date.now() - (await stat(file)).mtimeMs
    if (age > oneHour) await rm(file, { force: true })
  }
}

/** A folder for uploads until they are looked at. What a kill left half received is removed at a later start. */
export const openIncomingFiles = async (folder: string): Promise<IncomingFiles> => {
  await mkdir(folder, { recursive: true })
  await removeLeftovers(folder)
  return {
    next: () => path.join(folder, randomUUID()),
    discard: file => rm(file, { force: true }),
  }
}
