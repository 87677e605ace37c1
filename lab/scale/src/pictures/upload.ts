import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import sharp from 'sharp'

export interface Uploaded {
  status: number
  headers: Headers
  body: { success: boolean; status: number; data?: { url: string }; error?: { message: string } }
}

/** Uploads a file as the web does, to any process that takes pictures. */
export async function upload(at: string, bytes: Buffer, key = 'demo'): Promise<Uploaded> {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], 'phone.jpg', { type: 'image/jpeg' }))
  const response = await fetch(`${at}/1/upload?key=${key}`, { method: 'POST', body: form })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Uploaded['body'] }
}

/** A photograph that is like no other of the same run when its width is not. */
export function photo(width: number): Promise<Buffer> {
  return drawPicture(width, 900).jpeg().toBuffer()
}

/** The path on the site of what was uploaded. */
export function pathOf({ body }: Uploaded): string {
  if (!body.data) throw new Error(`It was refused: ${body.error?.message}`)
  return new URL(body.data.url).pathname
}

/** The paths of a picture and of its renditions. */
export function sizesOf(path: string): string[] {
  return [path, ...[320, 640, 1280].map(width => path.replace('.webp', `-${width}.webp`))]
}

export async function readPicture(url: string) {
  const response = await fetch(url)
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  return { headers: response.headers, bytes, format, width, height }
}
