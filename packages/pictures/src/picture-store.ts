import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { RenderedPicture, Rendition } from './decoder/render-picture.ts'
import { renditionWidths } from './limits.ts'

const servedName = /^[0-9a-f]{32}(-(320|640|1280)\.avif|(-(320|640|1280))?\.webp)$/

/** The header of the image host's answer in the sandbox that says how the picture looks, beside the contract's body. */
export const LOOK_HEADER = 'x-picture-look'

/** A file of a picture: its bytes, or where they come from. */
export type StoredFile = { size: number; body: Buffer | Readable }

/** Where the files of pictures lie: `<name>.webp`, and its renditions as `<name>-320.webp`, `<name>-320.avif` and so on. */
export type PictureStore = {
  /** Keeps a picture and its renditions, and resolves to its name once all of them are there. */
  keep(picture: RenderedPicture): Promise<string>
  /** Keeps the AVIF renditions of a picture, and resolves once all of them are there. */
  keepAvif(name: string, renditions: Rendition[]): Promise<void>
  /** How long a file is, in bytes, if there is one of that name. */
  sizeOf(fileName: string): Promise<number | undefined>
  /** A file by its name, if there is one. */
  read(fileName: string): Promise<StoredFile | undefined>
  /** Deletes a picture with its renditions, itself last; one that is not there is no error. */
  remove(name: string): Promise<void>
}

/** The files of a picture: its renditions first, and itself last, as they are written and deleted. */
export const filesOf = (name: string): string[] => [
  ...renditionWidths.flatMap(width => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
  `${name}.webp`,
]

/** The name of a picture is the hash of its bytes, so that the same picture has the same name in every store. */
export const nameOf = ({ base }: RenderedPicture): string =>
  createHash('sha256').update(base).digest('hex').slice(0, 32)

/** Whether a name is one that a file of a picture may have; nothing else is ever looked for. */
export const isFileName = (name: string): boolean => servedName.test(name)

/** The media type of such a file. */
export const mediaTypeOf = (fileName: string): 'image/avif' | 'image/webp' =>
  fileName.endsWith('.avif') ? 'image/avif' : 'image/webp'
