import { randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { filesOf, nameOf, type PictureStore } from '../picture-store.ts'

const unlessMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Pictures as files of one folder. Each is written aside and renamed, the whole picture last: once its name is there, all
 * of its renditions are.
 * @param aside a folder of the same file system
 */
export const openFolderPictureStore = async (folder: string, aside: string): Promise<PictureStore> => {
  await mkdir(aside, { recursive: true })

  const write = async (fileName: string, bytes: Uint8Array): Promise<void> => {
    const temporary = path.join(aside, randomUUID())
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, path.join(folder, fileName))
    } finally {
      await rm(temporary, { force: true })
    }
  }

  return {
    keep: async picture => {
      const name = nameOf(picture)
      const there = await access(path.join(folder, `${name}.webp`)).then(
        () => true,
        () => false,
      )
      if (there) return name
      for (const { width, bytes } of picture.renditions) await write(`${name}-${width}.webp`, bytes)
      await write(`${name}.webp`, picture.base)
      return name
    },
    keepAvif: async (name, renditions) => {
      for (const { width, bytes } of renditions) await write(`${name}-${width}.avif`, bytes)
    },
    sizeOf: async fileName => (await stat(path.join(folder, fileName)).catch(unlessMissing))?.size,
    remove: async name => {
      for (const fileName of filesOf(name)) await rm(path.join(folder, fileName), { force: true })
    },
    read: async fileName => {
      const body = await readFile(path.join(folder, fileName)).catch(unlessMissing)
      return body && { size: body.length, body }
    },
  }
}
