/** The long side of what is sent, in pixels; the image host stores less than that. */
const LONG_SIDE = 2560
const QUALITY = 0.9

/**
 * A picture as it is sent: upright and at most 2,560 px long, as WebP, or as JPEG where the browser writes none. A small
 * one, and one that the browser cannot read, is sent as it is. An AVIF is always drawn again: the host reads small ones only.
 */
export async function shrinkPicture(file: File): Promise<File> {
  const bitmap = await readPicture(file)
  if (!bitmap) return file
  try {
    const scale = LONG_SIDE / Math.max(bitmap.width, bitmap.height)
    if (scale >= 1 && file.type !== 'image/avif') return file
    const blob = await drawPicture(bitmap, Math.min(1, scale))
    return blob ? new File([blob], file.name, { type: blob.type }) : file
  } finally {
    bitmap.close()
  }
}

/** Its pixels, upright as its note on orientation says; undefined when the browser does not read it. */
async function readPicture(file: File): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch {
    return undefined
  }
}

async function drawPicture(bitmap: ImageBitmap, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const webp = await encode(canvas, 'image/webp')
  if (webp?.type === 'image/webp') return webp
  // A JPEG has no transparency: what is clear becomes white, not black.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return encode(canvas, 'image/jpeg')
}

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise(resolve => canvas.toBlob(resolve, type, QUALITY))
}
