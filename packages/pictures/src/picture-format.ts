import { open } from 'node:fs/promises'
import { UploadError } from './upload-error.ts'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'

const isoBrands: Record<string, PictureFormat> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heic',
  heix: 'heic',
  hevc: 'heic',
  mif1: 'heic',
  msf1: 'heic',
}

/** What a file says it is by its first bytes; its name and its declared type are anyone's to choose, and not asked. */
const formatOf = (head: Buffer): PictureFormat | undefined => {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) !== 'ftyp') return undefined
  const brands = [text.slice(8, 12), ...(text.slice(16).match(/.{4}/gs) ?? [])]
  return brands.includes('avif') ? 'avif' : isoBrands[brands[0] ?? '']
}

/**
 * The format of a file, if it is one that may be decoded at all. The decoders of everything else, SVG and PDF above all,
 * never see it. Throws a UploadError with 400 for an empty file and 415 for anything that is not a picture.
 */
export const readFormat = async (file: string): Promise<PictureFormat> => {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    if (bytesRead === 0) throw new UploadError(400, 'The file is empty.')
    const format = formatOf(buffer.subarray(0, bytesRead))
    if (format) return format
    throw new UploadError(415, 'This file is not a picture that can be used. Send a JPEG, PNG, WebP or AVIF.')
  } finally {
    await handle.close()
  }
}
