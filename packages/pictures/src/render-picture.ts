import type { OutputInfo } from 'sharp'
import { longSide, maximumPixels, renditionWidths } from './limits.ts'
import { type PictureFormat, readFormat } from './picture-format.ts'
import { UploadError } from './upload-error.ts'

export type RenderedPicture = {
  /** The picture, upright and without metadata, as WebP. */
  base: Buffer
  /** The same at most this wide. */
  renditions: { width: number; bytes: Buffer }[]
}

type Pixels = { data: Buffer; info: OutputInfo }

type Sharp = typeof import('sharp')['default']

let loading: Promise<Sharp> | undefined

/** Loads what decodes pictures, which only a server that takes them needs. Throws an Error when it is not installed. */
export const loadSharp = (): Promise<Sharp> => {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One picture at a time, on one thread: the product's own server shares these processors. No memory kept in between.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}

const decodeSeconds = 20

const asRefusal = (error: unknown, format: PictureFormat): UploadError => {
  const message = error instanceof Error ? error.message : ''
  if (/pixel limit/i.test(message))
    return new UploadError(413, 'The picture has more than 40 megapixels.', { cause: error })
  if (format === 'heic')
    return new UploadError(415, 'HEIC pictures cannot be read here. Send it as a JPEG.', { cause: error })
  return new UploadError(400, 'The picture is damaged or incomplete.', { cause: error })
}

/** Only the first frame is decoded, whatever else an animation claims to hold. */
const decode = async (file: string): Promise<Pixels> => {
  const format = await readFormat(file)
  const sharp = await loadSharp()
  try {
    return await sharp(file, { limitInputPixels: maximumPixels, failOn: 'error', pages: 1 })
      .autoOrient()
      .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: decodeSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch (error) {
    throw asRefusal(error, format)
  }
}

const encode = async ({ data, info }: Pixels, maximumWidth: number): Promise<Buffer> => {
  const { width, height, channels } = info
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels } })
    .resize({ width: maximumWidth, withoutEnlargement: true })
    .webp({ quality: 82, effort: 3 })
    .toBuffer()
}

/**
 * Decodes a picture of at most 40 megapixels and draws it again, so that nothing of the file itself is handed on.
 * Throws a UploadError for anything that is not a whole picture.
 */
export const renderPicture = async (file: string): Promise<RenderedPicture> => {
  const pixels = await decode(file)
  const base = await encode(pixels, longSide)
  const renditions: RenderedPicture['renditions'] = []
  for (const width of renditionWidths) renditions.push({ width, bytes: await encode(pixels, width) })
  return { base, renditions }
}
