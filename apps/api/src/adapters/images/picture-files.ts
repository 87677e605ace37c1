import { buffer } from 'node:stream/consumers'
import type { PictureStore } from '@second-ring/pictures/picture-store'
import type { PictureFiles } from '#platform/image-host.ts'

const TIMEOUT_MS = 10_000

/** The name of a picture of the product's own host, from its reference. */
function nameIn(reference: string): string {
  const name = /^\/images\/([0-9a-f]{32})\.webp$/.exec(reference)?.[1]
  if (!name) throw new Error(`${reference} is no picture of the product's own`)
  return name
}

/** Pictures of a bucket; it is connected when the first one is read or deleted. */
export function bucketPictureFiles(openStore: () => Promise<Pick<PictureStore, 'read' | 'remove'>>): PictureFiles {
  let opening: ReturnType<typeof openStore> | undefined
  return {
    async read(reference) {
      opening ??= openStore()
      const file = await (await opening).read(`${nameIn(reference)}.webp`)
      if (!file) return null
      return Buffer.isBuffer(file.body) ? file.body : buffer(file.body)
    },
    async remove(reference) {
      opening ??= openStore()
      await (await opening).remove(nameIn(reference))
    },
  }
}

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
    async remove(reference) {
      const url = new URL(`/stored/${nameIn(reference)}.webp`, hostUrl)
      const response = await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`The image host answered a deletion with ${response.status}`)
    },
  }
}
