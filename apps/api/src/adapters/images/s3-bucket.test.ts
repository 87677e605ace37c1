import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createS3Bucket, type S3Bucket, S3Error, type S3Settings } from './s3-bucket.ts'

const settings: Omit<S3Settings, 'endpoint'> = {
  region: 'eu-test-1',
  bucket: 'pictures',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
  timeoutMs: 200,
}

const headers = { contentType: 'image/webp', cacheControl: 'no-cache' }

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A bucket whose store does what a sound one never does; what a sound one does is tried on a real one, in `scale`. */
async function bucketOn(
  answer: RequestListener,
  own: Partial<S3Settings> = {},
): Promise<{ bucket: S3Bucket; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response)
  })
  stops.push(() => {
    server.close()
    server.closeAllConnections()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { bucket: createS3Bucket({ ...settings, endpoint: `http://127.0.0.1:${port}`, ...own }), asked }
}

describe('the bucket', () => {
  it('stands in the path, also when the store has an address of numbers', async () => {
    for (const forcePathStyle of [true, false]) {
      const { bucket, asked } = await bucketOn((_, response) => response.writeHead(200).end(), {
        forcePathStyle,
        timeoutMs: 5000,
      })
      await bucket.put('images/x', Buffer.from('x'), headers)
      expect(asked).toEqual(['PUT /pictures/images/x?x-id=PutObject'])
    }
  })

  it('stands before the host otherwise', async () => {
    const bucket = createS3Bucket({ ...settings, endpoint: 'http://store.invalid/s3', forcePathStyle: false })
    await expect(bucket.sizeOf('images/x')).rejects.toThrow('pictures.store.invalid')
  })
})

describe('an object', () => {
  it('is deleted, also when it is not there, and not where the bucket is none', async () => {
    for (const status of [204, 404]) {
      const { bucket, asked } = await bucketOn((_, response) => response.writeHead(status).end(), { timeoutMs: 5000 })
      await bucket.remove('images/x')
      expect(asked).toEqual(['DELETE /pictures/images/x?x-id=DeleteObject'])
    }
    const { bucket } = await bucketOn((_, response) => response.writeHead(403).end(), { timeoutMs: 5000 })
    await expect(bucket.remove('images/x')).rejects.toMatchObject({ status: 403 })
  })
})

describe('a store', () => {
  it('that is busy is asked once more, and no oftener', async () => {
    const statuses = [503, 200]
    const { bucket, asked } = await bucketOn((_, response) => response.writeHead(statuses.shift() ?? 500).end(), {
      timeoutMs: 5000,
    })
    await bucket.put('images/x', Buffer.from('x'), headers)
    expect(asked).toHaveLength(2)
    await expect(bucket.put('images/x', Buffer.from('x'), headers)).rejects.toMatchObject({ status: 500 })
    expect(asked).toHaveLength(4)
  })

  it.each([301, 307, 400, 403])('that answers %s is believed at once, and not followed elsewhere', async status => {
    const { bucket, asked } = await bucketOn((_, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('<Error><Code>Why</Code></Error>'),
    )
    await expect(bucket.read('images/x')).rejects.toThrow(`GET images/x: ${status} Why`)
    await expect(bucket.sizeOf('images/x')).rejects.toMatchObject({ status })
    expect(asked).toHaveLength(2)
  })

  it('without the bucket is at fault, and one without the object is not', async () => {
    let code = 'NoSuchKey'
    const { bucket } = await bucketOn((_, response) =>
      response.writeHead(404).end(`<Error><Code>${code}</Code></Error>`),
    )
    expect(await bucket.read('images/x')).toBeUndefined()
    expect(await bucket.sizeOf('images/x')).toBeUndefined()
    code = 'NoSuchBucket'
    await expect(bucket.read('images/x')).rejects.toThrow('NoSuchBucket')
    await expect(bucket.put('images/x', Buffer.from('x'), headers)).rejects.toThrow(S3Error)
  })

  it('that never answers is given up', async () => {
    const { bucket, asked } = await bucketOn(() => undefined)
    await expect(bucket.read('images/x')).rejects.toThrow('no answer within 200 ms')
    expect(asked).toHaveLength(1)
  })

  it('that stops in the middle is given up, and what came of it ends in an error', async () => {
    const { bucket } = await bucketOn((_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half')
    })
    const file = await bucket.read('images/x')
    expect(file?.size).toBe(10)
    await expect(file && buffer(file.body)).rejects.toThrow('the store was too slow')
  })

  it('that sends a byte at a time is given up', async () => {
    const { bucket } = await bucketOn((_, response) => {
      response.writeHead(200, { 'content-length': '100000' })
      const drip = setInterval(() => response.write('x'), 5)
      response.once('close', () => clearInterval(drip))
    })
    const file = await bucket.read('images/x')
    await expect(file && buffer(file.body)).rejects.toThrow('the store was too slow')
  })
})
