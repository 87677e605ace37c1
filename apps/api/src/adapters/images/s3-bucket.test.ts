import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { baseOf, createS3Bucket, type S3Bucket, S3Error, type S3Settings } from './s3-bucket.ts'

const settings: Omit<S3Settings, 'endpoint'> = {
  region: 'eu-test-1',
  bucket: 'pictures',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  forcePathStyle: true,
  timeoutMs: 200,
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A bucket whose store does what a sound one never does; what a sound one does is tried on a real one, in `scale`. */
async function bucketOn(answer: RequestListener): Promise<{ bucket: S3Bucket; asked: string[] }> {
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
  return { bucket: createS3Bucket({ ...settings, endpoint: `http://127.0.0.1:${port}` }), asked }
}

describe('the address of a bucket', () => {
  it.each([
    ['https://s3.eu-central-1.amazonaws.com', false, 'https://pictures.s3.eu-central-1.amazonaws.com'],
    ['https://s3.eu-central-1.amazonaws.com/', true, 'https://s3.eu-central-1.amazonaws.com/pictures'],
    ['http://127.0.0.1:9000', false, 'http://127.0.0.1:9000/pictures'],
    ['http://[::1]:9000', false, 'http://[::1]:9000/pictures'],
    ['https://store.example/storage/s3/', true, 'https://store.example/storage/s3/pictures'],
    ['https://store.example/s3', false, 'https://pictures.store.example/s3'],
  ])('at %s, in its path: %s', (endpoint, forcePathStyle, base) => {
    expect(baseOf({ ...settings, endpoint, forcePathStyle })).toBe(base)
  })
})

describe('a store', () => {
  it('that is busy is asked once more, and no oftener', async () => {
    const statuses = [503, 200]
    const { bucket, asked } = await bucketOn((_, response) => response.writeHead(statuses.shift() ?? 500).end())
    await bucket.put('images/x', Buffer.from('x'), {})
    expect(asked).toEqual(['PUT /pictures/images/x', 'PUT /pictures/images/x'])
    await expect(bucket.put('images/x', Buffer.from('x'), {})).rejects.toMatchObject({ status: 500 })
    expect(asked).toHaveLength(4)
  })

  it.each([301, 307, 400, 403])('that answers %s is believed at once, and not followed elsewhere', async status => {
    const { bucket, asked } = await bucketOn((_, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('<Code>Why</Code>'),
    )
    await expect(bucket.read('images/x')).rejects.toThrow(`GET images/x: ${status} <Code>Why</Code>`)
    await expect(bucket.sizeOf('images/x')).rejects.toMatchObject({ status })
    expect(asked).toHaveLength(2)
  })

  it('without the bucket is at fault, and one without the object is not', async () => {
    let code = 'NoSuchKey'
    const { bucket } = await bucketOn((_, response) => response.writeHead(404).end(`<Code>${code}</Code>`))
    expect(await bucket.read('images/x')).toBeUndefined()
    expect(await bucket.sizeOf('images/x')).toBeUndefined()
    code = 'NoSuchBucket'
    await expect(bucket.read('images/x')).rejects.toThrow('NoSuchBucket')
    await expect(bucket.put('images/x', Buffer.from('x'), {})).rejects.toThrow(S3Error)
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
    await expect(file && buffer(file.body)).rejects.toThrow('nothing more within 200 ms')
  })
})
