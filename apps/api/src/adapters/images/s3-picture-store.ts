import { filesOf, mediaTypeOf, nameOf, type PictureStore } from '@second-ring/pictures/picture-store'
import { UploadError } from '@second-ring/pictures/upload-error'
import { type S3Bucket, S3Error } from './s3-bucket.ts'

const cacheControl = 'public, max-age=31536000, immutable'

/** Reads that wait for the store at one time. A store that hangs may not hold up what has nothing to do with it. */
const MAX_WAITING = 50

const keyOf = (fileName: string): string => `images/${fileName}`

/**
 * Pictures as objects of a bucket, below `images/`. Renditions are written first and the picture itself last: once it is
 * there all of it is, and only then is its name returned. Names are hashes, so any number of processes may write.
 */
export function createS3PictureStore(bucket: S3Bucket): PictureStore {
  let waiting = 0
  return {
    async keep(picture) {
      const name = nameOf(picture)
      try {
        if (await isThere(`${name}.webp`)) return name
        await Promise.all(picture.renditions.map(({ width, bytes }) => put(`${name}-${width}.webp`, bytes)))
        await put(`${name}.webp`, picture.base)
        return name
      } catch (cause) {
        if (!(cause instanceof S3Error)) throw cause
        throw new UploadError(503, 'The place where pictures are kept does not answer. Try again in a minute.', {
          cause,
        })
      }
    },
    async keepAvif(name, renditions) {
      await Promise.all(renditions.map(({ width, bytes }) => put(`${name}-${width}.avif`, bytes)))
    },
    async remove(name) {
      for (const fileName of filesOf(name)) await bucket.remove(keyOf(fileName))
    },
    sizeOf: fileName => orAway(() => bucket.sizeOf(keyOf(fileName))),
    read: fileName => orAway(() => bucket.read(keyOf(fileName))),
  }

  function put(fileName: string, bytes: Uint8Array): Promise<void> {
    return bucket.put(keyOf(fileName), bytes, { contentType: mediaTypeOf(fileName), cacheControl })
  }

  async function isThere(fileName: string): Promise<boolean> {
    try {
      return (await bucket.sizeOf(keyOf(fileName))) !== undefined
    } catch (error) {
      // So some stores answer for what is not there to those who may not list it.
      if (error instanceof S3Error && error.status === 403) return false
      throw error
    }
  }

  async function orAway<T>(ask: () => Promise<T>): Promise<T> {
    if (waiting >= MAX_WAITING) throw cannotShow(503)
    waiting += 1
    try {
      return await ask()
    } catch (cause) {
      if (!(cause instanceof S3Error)) throw cause
      throw cannotShow(502, { cause })
    } finally {
      waiting -= 1
    }
  }
}

function cannotShow(status: number, options?: ErrorOptions): UploadError {
  return new UploadError(status, 'This picture cannot be shown right now. Try again in a minute.', options)
}
