import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Decoders } from './decoder/decoders.ts'
import type { PictureStore } from './picture-store.ts'

type AvifParts = { store: Pick<PictureStore, 'read' | 'keepAvif'>; decoders: Pick<Decoders, 'renderAvif'> }

/**
 * Draws the AVIF renditions of a stored picture and stores them beside it. Returns its thumbhash; undefined when it is not
 * there. Throws a UploadError for one that cannot be drawn.
 */
export const addAvif = async ({ store, decoders }: AvifParts, name: string): Promise<string | undefined> => {
  const stored = await store.read(`${name}.webp`)
  if (!stored) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-avif-'))
  try {
    const file = path.join(folder, 'picture')
    await writeFile(file, stored.body)
    const { renditions, thumbhash } = await decoders.renderAvif(file)
    await store.keepAvif(name, renditions)
    return thumbhash
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
