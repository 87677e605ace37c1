import { writeFile } from 'node:fs/promises'
import type { Decoders } from './decoder/decoders.ts'
import type { IncomingFiles } from './incoming-files.ts'
import type { PictureStore } from './picture-store.ts'

type AvifParts = {
  store: Pick<PictureStore, 'read' | 'keepAvif'>
  incoming: IncomingFiles
  decoders: Pick<Decoders, 'renderAvif'>
}

/**
 * Draws the AVIF renditions of a stored picture and stores them beside it. Returns its thumbhash; undefined when it is not
 * there. Throws a UploadError for one that cannot be drawn.
 */
export const addAvif = async ({ store, incoming, decoders }: AvifParts, name: string): Promise<string | undefined> => {
  const stored = await store.read(`${name}.webp`)
  if (!stored) return undefined
  const file = incoming.next()
  try {
    await writeFile(file, stored.body)
    const { renditions, thumbhash } = await decoders.renderAvif(file)
    await store.keepAvif(name, renditions)
    return thumbhash
  } finally {
    await incoming.discard(file)
  }
}
