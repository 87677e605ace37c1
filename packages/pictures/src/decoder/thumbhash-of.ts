import type { OutputInfo, Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }
type Load = (data: Buffer, options: { raw: Pixels['info'] }) => Sharp

/** The most that ThumbHash takes. */
const SIDE = 100

/**
 * The ThumbHash (by Evan Wallace, evanw.github.io/thumbhash) of the square in the middle of a picture, on white, as base64:
 * 24 bytes, of which a blurred preview is drawn.
 * @param load sharp
 */
export const thumbhashOf = async (load: Load, { data, info: { width, height, channels } }: Pixels): Promise<string> => {
  const rgba = await load(data, { raw: { width, height, channels } })
    .flatten({ background: '#fff' })
    .resize(SIDE, SIDE, { fit: 'cover' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
  return Buffer.from(rgbaToThumbHash(SIDE, SIDE, rgba)).toString('base64')
}
