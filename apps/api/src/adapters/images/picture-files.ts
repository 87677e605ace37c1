import { buffer } from 'node:stream/consumers'
import { addAvif } from '@second-ring/pictures/add-avif'
import { createDecoders, type Decoders } from '@second-ring/pictures/decoder/decoders'
import type { PictureStore } from '@second-ring/pictures/picture-store'
import { UploadError } from '@second-ring/pictures/upload-error'
import * as z from 'zod/mini'
import type { PictureFiles } from '#platform/image-host.ts'

const TIMEOUT_MS = 10_000
/** Longer than a picture may wait for its turn and be drawn. */
const RENDER_MS = 70_000

/** The name of a picture of the product's own host, from its reference. */
function nameIn(reference: string): string {
  const name = /^\/images\/([0-9a-f]{32})\.webp$/.exec(reference)?.[1]
  if (!name) throw new Error(`${reference} is no picture of the product's own`)
  return name
}

/** Pictures of a bucket; it is connected when the first one is read or deleted. */
export function bucketPictureFiles(
  openStore: () => Promise<Pick<PictureStore, 'read' | 'remove' | 'keepAvif'>>,
): PictureFiles {
  let opening: ReturnType<typeof openStore> | undefined
  // Its processes begin with the first picture, and end with the server at the latest.
  let decoders: Decoders | undefined
  return {
    async read(reference) {
      opening ??= openStore()
      const file = await (await opening).read(`${nameIn(reference)}.webp`)
      if (!file) return null
      return Buffer.isBuffer(file.body) ? file.body : buffer(file.body)
    },
    async renderAvif(reference) {
      opening ??= openStore()
      decoders ??= createDecoders({ size: 1 })
      try {
        return (await addAvif({ store: await opening, decoders }, nameIn(reference))) ?? null
      } catch (error) {
        if (error instanceof UploadError && isOfPicture(error.status)) return null
        throw error
      }
    },
    async remove(reference) {
      opening ??= openStore()
      await (await opening).remove(nameIn(reference))
    },
  }
}

/** Whether it is the picture that cannot be drawn, now or later, and not the host that is away. */
function isOfPicture(status: number): boolean {
  return status === 400 || status === 413
}

const Rendered = z.object({ data: z.object({ thumbhash: z.string() }) })

/** Pictures of the sandbox's image host, at the path that is not handed on to it for anyone else. */
export function sandboxPictureFiles(hostUrl: string): PictureFiles {
  return {
    async read(reference) {
      const url = new URL(`/images/${nameIn(reference)}.webp`, hostUrl)
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`The image host answered a read with ${response.status}`)
      return response.bytes()
    },
    async renderAvif(reference) {
      const url = new URL(`/stored/${nameIn(reference)}.avif`, hostUrl)
      const response = await fetch(url, { method: 'PUT', signal: AbortSignal.timeout(RENDER_MS) })
      if (response.status === 404 || isOfPicture(response.status)) return null
      if (!response.ok) throw new Error(`The image host answered a call for AVIF with ${response.status}`)
      return Rendered.parse(await response.json()).data.thumbhash
    },
    async remove(reference) {
      const url = new URL(`/stored/${nameIn(reference)}.webp`, hostUrl)
      const response = await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`The image host answered a deletion with ${response.status}`)
    },
  }
}
