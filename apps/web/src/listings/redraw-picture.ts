import { UPLOAD_MAX_BYTES } from '@second-ring/contracts/limits'

/** The long side of what is sent, in pixels; the image host stores less than that. */
const LONG_SIDE = 2560
const QUALITY = 0.9

/**
 * A picture as it is sent: drawn anew, upright and at most 2,560 px long, as WebP, or as JPEG where the browser writes none.
 * Nothing else of the file leaves the device, such as the place where it was taken.
 * @throws Error with what to do, for a file that cannot be read or drawn, or that was changed since it was chosen
 */
export async function redrawPicture(file: File): Promise<File> {
  const bitmap = await readPicture(file)
  try {
    const blob = await drawPicture(bitmap, Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height)))
    if (!blob) throw new Error('This picture cannot be drawn here. Choose another one')
    if (blob.size > UPLOAD_MAX_BYTES) throw new Error('This picture is too large to send. Choose a simpler one')
    return new File([blob], file.name, { type: blob.type })
  } finally {
    bitmap.close()
  }
}

/** Its pixels, upright as its note on orientation says. */
async function readPicture(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' })
  } catch (cause) {
    const isThere = await isReadable(file)
    const message = isThere
      ? 'This picture cannot be read here. Choose a JPEG, PNG or WebP'
      : 'This picture was changed or removed on your device since you chose it. Choose it again'
    throw new Error(message, { cause })
  }
}

/** A browser gives nothing of a file that is no longer the one that was chosen. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
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
