import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { RenderedPicture } from './render-picture.ts'

const servedName = /^[0-9a-f]{32}(-(320|640|1280))?\.webp$/

export type PictureStore = {
  /** Keeps a picture and its renditions; the name is the hash of its bytes, so the same picture has the same name. */
  keep(picture: RenderedPicture): Promise<string>
  /** The bytes of a file by its name, if there is one. */
  read(fileName: string): Promise<Buffer | undefined>
  /** A place for a file that is being received. */
  incoming(): string
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

/**
 * Pictures as files of one folder. Each is written aside and renamed, the whole picture last: once its name is there, all
 * of its renditions are. What a kill left half received is removed at a later start.
 */
export const openPictureStore = async (folder: string): Promise<PictureStore> => {
  const aside = path.join(folder, '.incoming')
  await mkdir(aside, { recursive: true })
  await removeLeftovers(aside)
  const incoming = () => path.join(aside, randomUUID())

  const write = async (fileName: string, bytes: Buffer): Promise<void> => {
    const temporary = incoming()
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, path.join(folder, fileName))
    } finally {
      await rm(temporary, { force: true })
    }
  }

  return {
    incoming,
    discard: file => rm(file, { force: true }),
    keep: async ({ base, renditions }) => {
      const name = createHash('sha256').update(base).digest('hex').slice(0, 32)
      const there = await access(path.join(folder, `${name}.webp`)).then(
        () => true,
        () => false,
      )
      if (there) return name
      for (const { width, bytes } of renditions) await write(`${name}-${width}.webp`, bytes)
      await write(`${name}.webp`, base)
      return name
    },
    read: async fileName => {
      if (!servedName.test(fileName)) return undefined
      return readFile(path.join(folder, fileName)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
    },
  }
}
