import type { PictureFiles } from '#platform/image-host.ts'

const TIMEOUT_MS = 10_000

/** The name of a picture of the product's own host, from its reference. */
function nameIn(reference: string): string {
  const name = /^\/images\/([0-9a-f]{32})\.webp$/.exec(reference)?.[1]
  if (!name) throw new Error(`${reference} is no picture of the product's own`)
  return name
}

/** Pictures of a bucket; it is connected when the first one is deleted. */
export function bucketPictureFiles(openStore: () => Promise<{ remove(name: string): Promise<void> }>): PictureFiles {
  let opening: ReturnType<typeof openStore> | undefined
  return {
    async remove(reference) {
      opening ??= openStore()
      await (await opening).remove(nameIn(reference))
    },
  }
}

/** Pictures of the sandbox's image host, at the path that is not handed on to it for anyone else. */
export function sandboxPictureFiles(hostUrl: string): PictureFiles {
  return {
    async remove(reference) {
      const url = new URL(`/stored/${nameIn(reference)}.webp`, hostUrl)
      const response = await fetch(url, { method: 'DELETE', signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`The image host answered a deletion with ${response.status}`)
    },
  }
}
