import type { OutputInfo } from 'sharp'
import { longSide, maximumMegapixels, maximumSide, renditionWidths } from '../limits.ts'
import { type PictureFormat, readFormat } from '../picture-format.ts'
import { UploadError } from '../upload-error.ts'
import { loadSharp } from './load-sharp.ts'
import { lookOf } from './look-of.ts'

export type Rendition = { width: number; bytes: Uint8Array }

export type RenderedPicture = {
  /** The picture, upright and without metadata, as WebP. */
  base: Uint8Array
  /** The same at most this wide. */
  renditions: Rendition[]
  /** How it looks (`look-of.ts`). */
  look: string
}

type Pixels = { data: Buffer; info: OutputInfo }

/** Loads what decodes pictures and uses it once. Throws an Error when it is not installed. */
export const loadDecoder = async (): Promise<void> => {
  const sharp = await loadSharp()
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer()
}

/** What is said when decoding needs more memory than it may take. */
export const TOO_MUCH_MEMORY =
  'This picture takes too much memory to read. Send it smaller, or save it as a plain JPEG.'

/** What went wrong with a picture, as its sender is told. */
export const asRejection = (error: unknown, format: PictureFormat): UploadError => {
  const message = error instanceof Error ? error.message : ''
  if (/memory|alloc/i.test(message)) return new UploadError(413, TOO_MUCH_MEMORY, { cause: error })
  if (format === 'heic')
    return new UploadError(415, 'HEIC pictures cannot be read here. Send it as a JPEG.', { cause: error })
  return new UploadError(400, 'The picture is damaged or incomplete.', { cause: error })
}

const megapixelsOf = (format: PictureFormat): number => {
  if (format === 'jpeg') return maximumMegapixels.jpeg
  return format === 'avif' || format === 'heic' ? maximumMegapixels.avif : maximumMegapixels.others
}

/** Rejects what its head says to be too large, before any pixel of it is decoded. */
const checkSize = ({ width, height }: { width: number; height: number }, format: PictureFormat): void => {
  const side = Math.max(width, height)
  if (side > maximumSide) {
    throw new UploadError(413, `A side of this picture has ${side} pixels; it may have at most ${maximumSide}.`)
  }
  const most = megapixelsOf(format)
  if (width * height > most * 1_000_000) {
    const kind = format.toUpperCase()
    throw new UploadError(413, `This picture has more than ${most} megapixels, the most for ${kind}. Send it smaller.`)
  }
}

/** Only the first frame is decoded, whatever else an animation claims to hold. */
const decode = async (file: string, format: PictureFormat): Promise<Pixels> => {
  const sharp = await loadSharp()
  const options = { failOn: 'error', pages: 1 } as const
  checkSize(await sharp(file, { ...options, limitInputPixels: false }).metadata(), format)
  return sharp(file, { ...options, limitInputPixels: megapixelsOf(format) * 1_000_000 })
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
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
 * Decodes a picture within the limits and draws it again, so that nothing of the file itself is handed on.
 * Throws a UploadError for anything that is not a whole picture, or too large.
 */
export const renderPicture = async (file: string): Promise<RenderedPicture> => {
  const format = await readFormat(file)
  try {
    const pixels = await decode(file, format)
    const base = await encode(pixels, longSide)
    const renditions: Rendition[] = []
    for (const width of renditionWidths) renditions.push({ width, bytes: await encode(pixels, width) })
    return { base, renditions, look: await lookOf(await loadSharp(), pixels) }
  } catch (error) {
    throw error instanceof UploadError ? error : asRejection(error, format)
  }
}
