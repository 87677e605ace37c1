import { nameOf } from '@second-ring/pictures/picture-store'
import { describe, expect, it } from 'vitest'
import { type ObjectHeaders, type S3Bucket, S3Error } from './s3-bucket.ts'
import { createS3PictureStore } from './s3-picture-store.ts'

const picture = {
  base: Buffer.from('whole'),
  renditions: [320, 640, 1280].map(width => ({ width, bytes: Buffer.from(`${width}`) })),
  look: '0'.repeat(256),
}
const name = nameOf(picture)
const renditions = [320, 640, 1280].map(width => `images/${name}-${width}.webp`)
const whole = `images/${name}.webp`

/** A bucket in memory that fails where it learns to. */
function bucketOf({ failsAt = '', headStatus }: { failsAt?: string; headStatus?: number } = {}) {
  const objects = new Map<string, { bytes: Uint8Array; headers: ObjectHeaders }>()
  const bucket: S3Bucket = {
    async put(key, bytes, headers) {
      if (key === failsAt) throw new S3Error('away')
      objects.set(key, { bytes, headers })
    },
    async sizeOf(key) {
      if (headStatus !== undefined) throw new S3Error('refused', { status: headStatus })
      return objects.get(key)?.bytes.length
    },
    async remove(key) {
      if (key === failsAt) throw new S3Error('away')
      objects.delete(key)
    },
    read: async () => {
      throw new S3Error('away')
    },
    list: async prefix => [...objects.keys()].filter(key => key.startsWith(prefix)),
  }
  return { objects, bucket, store: createS3PictureStore(bucket) }
}

describe('pictures in a bucket', () => {
  it('are written with the whole one last, as pictures that never change', async () => {
    const { objects, store } = bucketOf()
    expect(await store.keep(picture)).toBe(name)
    expect([...objects.keys()]).toEqual([...renditions, whole])
    for (const { headers } of objects.values())
      expect(headers).toEqual({
        contentType: 'image/webp',
        cacheControl: 'public, max-age=31536000, immutable',
      })
    objects.delete(`images/${name}-320.webp`)
    await store.keep(picture)
    expect(objects.size, 'what is there is not written again').toBe(3)
  })

  it.each(renditions)('are not there, and nobody is told of them, when %s was not written', async failsAt => {
    const { objects, store } = bucketOf({ failsAt })
    await expect(store.keep(picture)).rejects.toMatchObject({ status: 503 })
    expect(objects.has(whole)).toBe(false)
  })

  it('are deleted with the whole one last, and once more without an error', async () => {
    const { objects, store } = bucketOf()
    await store.keep(picture)
    await store.remove(name)
    expect(objects.size).toBe(0)
    await store.remove(name)
    const failing = bucketOf({ failsAt: `images/${name}-640.webp` })
    failing.objects.set(whole, { bytes: Buffer.from(''), headers: { contentType: '', cacheControl: '' } })
    await expect(failing.store.remove(name)).rejects.toThrow('away')
    expect(failing.objects.has(whole)).toBe(true)
  })

  it('have AVIF renditions of their own type, which go with them', async () => {
    const { objects, store } = bucketOf()
    await store.keep(picture)
    await store.keepAvif(name, picture.renditions)
    const avif = [...objects].filter(([key]) => key.endsWith('.avif'))
    expect(avif.map(([key]) => key)).toEqual(renditions.map(key => key.replace('.webp', '.avif')))
    for (const [, { headers }] of avif) expect(headers.contentType).toBe('image/avif')
    await store.remove(name)
    expect(objects.size).toBe(0)
  })

  it('are told of only when the last one was written too', async () => {
    await expect(bucketOf({ failsAt: whole }).store.keep(picture)).rejects.toMatchObject({ status: 503 })
  })

  it('are written where nobody may ask what is there, and not where nobody answers', async () => {
    const secretive = bucketOf({ headStatus: 403 })
    await secretive.store.keep(picture)
    expect(secretive.objects.size).toBe(4)
    const away = bucketOf({ headStatus: 500 })
    await expect(away.store.keep(picture)).rejects.toMatchObject({ status: 503 })
    expect(away.objects.size).toBe(0)
  })

  it('cannot be shown while the store is away, which is no fault of whoever looks', async () => {
    await expect(bucketOf().store.read(`${name}.webp`)).rejects.toMatchObject({ status: 502 })
  })

  it('are asked for by so many at once, that a store which hangs holds up nobody else', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const never = { ...bucketOf().bucket, read: () => promise }
    const store = createS3PictureStore(never)
    const waiting = Array.from({ length: 50 }, () => store.read(`${name}.webp`))
    await expect(store.read(`${name}.webp`)).rejects.toMatchObject({ status: 503 })
    resolve(undefined)
    expect(await Promise.all(waiting)).toHaveLength(50)
    expect(await store.read(`${name}.webp`)).toBeUndefined()
  })
})
