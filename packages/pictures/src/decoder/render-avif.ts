import { renditionWidths } from '../limits.ts'
import { loadSharp } from './load-sharp.ts'
import { asRejection, type Rendition } from './render-picture.ts'
import { thumbhashOf } from './thumbhash-of.ts'

export type AvifRenditions = {
  /** The picture as AVIF, at most this wide. */
  renditions: Rendition[]
  /** What a blurred preview is drawn of (`thumbhash-of.ts`). */
  thumbhash: string
}

/** Measured in `docs/decisions/054`: half of what WebP takes, in 0.4 s of processor time for all. */
const settings = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' } as const

/** Draws a stored picture once more, as AVIF. Throws a UploadError for one that is damaged. */
export const renderAvif = async (file: string): Promise<AvifRenditions> => {
  try {
    return await encode(file)
  } catch (error) {
    throw asRejection(error, 'webp')
  }
}

const encode = async (file: string): Promise<AvifRenditions> => {
  const sharp = await loadSharp()
  const { data, info } = await sharp(file, { failOn: 'error' })
    .resize({ width: Math.max(...renditionWidths), withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const renditions: Rendition[] = []
  for (const most of renditionWidths) {
    const smaller = sharp(data, { raw: { width, height, channels } }).resize({ width: most, withoutEnlargement: true })
    renditions.push({ width: most, bytes: await smaller.avif(settings).toBuffer() })
  }
  return { renditions, thumbhash: await thumbhashOf(sharp, { data, info }) }
}
