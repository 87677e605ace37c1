import { bucketPictureFiles } from '@second-ring/api/adapters/images/picture-files'
import { createS3Bucket } from '@second-ring/api/adapters/images/s3-bucket'
import { createS3PictureStore } from '@second-ring/api/adapters/images/s3-picture-store'
import { type ApiProcess, createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Swift, startSwift } from './start-swift.ts'
import { pathOf, photo, readPicture, sizesOf, upload } from './upload.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

// However busy the machine is that the tests run on, the processes take what is sent.
const patient = { MAX_EVENT_LOOP_DELAY_MS: '0', SANDBOX_IMAGE_HOST_URL: '' }
const away = /^The place where pictures are kept does not answer\. /

let swift: Swift
let market: Market
let one: ApiProcess
let other: ApiProcess
beforeAll(async () => {
  ;[swift, market] = await Promise.all([startSwift(), createMarket({ webhooks: false })])
  const environment = { ...swift.environment, ...patient }
  ;[one, other] = await Promise.all([market.startProcess(environment), market.startProcess(environment)])
})
afterAll(async () => {
  await one?.stop()
  await other?.stop()
  await market?.close()
  await swift?.stop()
})

describe('a picture that one process took', () => {
  it('is served by another, in every size, to be kept for ever', async () => {
    const path = pathOf(await upload(one.url, await photo(1600)))
    expect(path).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
    const shown = await Promise.all(sizesOf(path).map(size => readPicture(other.url + size)))
    expect(shown.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 1600, 900],
      ['webp', 320, 180],
      ['webp', 640, 360],
      ['webp', 1280, 720],
    ])
    for (const { headers, bytes } of shown) {
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-length': `${bytes.length}`,
        'cache-control': FOR_EVER,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      })
    }
  })

  it('lies in the bucket as whoever serves it from there needs it', async () => {
    const path = pathOf(await upload(one.url, await photo(1500)))
    for (const size of sizesOf(path)) {
      expect(await swift.keys()).toContain(size.slice(1))
      const { headers } = await readPicture(swift.publicUrl + size)
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/webp', FOR_EVER])
    }
  })

  it('has AVIF renditions there once they are made, served by every process', async () => {
    const path = pathOf(await upload(one.url, await photo(1400)))
    const {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    } = swift.environment
    const place = { endpoint, region, bucket: swift.environment.S3_BUCKET, forcePathStyle: true }
    const store = createS3PictureStore(createS3Bucket({ ...place, accessKeyId, secretAccessKey }))
    expect(await bucketPictureFiles(async () => store).renderAvif(path)).toMatch(/^[A-Za-z0-9+/]{32}$/)
    for (const size of sizesOf(path).slice(1)) {
      const avif = size.replace('.webp', '.avif')
      for (const at of [other.url, swift.publicUrl]) {
        const { headers } = await readPicture(at + avif)
        expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/avif', FOR_EVER])
      }
    }
  })

  it('has one name, whoever takes it', async () => {
    const picture = await photo(1400)
    const answers = await Promise.all([one, other, one].map(({ url }) => upload(url, picture)))
    expect(new Set(answers.map(({ body }) => body.data?.url)).size).toBe(1)
  })

  it('is not sent again to who has it, and its length is told to who asks', async () => {
    const path = pathOf(await upload(one.url, await photo(1300)))
    const { headers, bytes } = await readPicture(other.url + path)
    const etag = headers.get('etag') ?? ''
    const again = await fetch(other.url + path, { headers: { 'if-none-match': etag } })
    expect([again.status, again.headers.get('cache-control'), await again.text()]).toEqual([304, FOR_EVER, ''])
    const head = await fetch(other.url + path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      `${bytes.length}`,
      etag,
    ])
  })

  it('shows on both faces once it is posted, and is stored as a path', async () => {
    const uploaded = await upload(one.url, await photo(1200))
    const seller = await market.user({ role: 'SELLER' })
    const { id: categoryId } = await market.category()
    const accessToken = market.tokenOf(seller.id)
    const posted = await fetch(`${one.url}/addProduct`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        id: categoryId,
        condition: 'good',
        description: 'Works.',
        image: uploaded.body.data?.url,
        product_name: 'Aurora 9',
        location: 'Portland',
        resale_price: 100,
        orginal_price: 200,
        year_used: 1,
        seller_name: 'Ana',
        email: seller.email,
      }),
    })
    expect(posted.status, await posted.text()).toBe(200)
    const path = pathOf(uploaded)
    const { images } = await market.database.listing.findFirstOrThrow({ where: { sellerId: seller.id } })
    expect(images).toEqual([path])
    expect(await shelfOf(other.url, categoryId)).toMatchObject([{ image: { url: path } }])
    const rest = await fetch(`${other.url}/getProduct?email=${seller.email}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    expect(await rest.json()).toMatchObject([{ image: uploaded.body.data?.url }])
  })
})

async function shelfOf(url: string, categoryId: string): Promise<unknown> {
  const input = encodeURIComponent(JSON.stringify({ categoryId }))
  const answer = (await (await fetch(`${url}/trpc/listings.byCategory?input=${input}`)).json()) as {
    result: { data: { items: unknown } }
  }
  return answer.result.data.items
}

describe('what is refused', () => {
  it('is refused as the sandbox’s image host does, and leaves no picture in the bucket', async () => {
    // The heads of the audit are shipped to it too.
    const pictures = async () => (await swift.keys()).filter(key => key.startsWith('images/'))
    const before = await pictures()
    const large = Buffer.concat([await photo(1100), Buffer.alloc(11 * 1024 * 1024)])
    const refusals = [
      [await upload(one.url, await photo(1100), 'other'), 400, 'Invalid API v1 key.'],
      [await upload(one.url, large), 413, 'The picture is larger than 10 MB.'],
      [await upload(one.url, Buffer.from('<svg/>')), 415, expect.stringContaining('is not a picture')],
      [await upload(one.url, (await photo(1100)).subarray(0, 5000)), 400, 'The picture is damaged or incomplete.'],
    ] as const
    for (const [{ status, body }, expected, message] of refusals) {
      expect([status, body]).toEqual([expected, { success: false, status: expected, error: { message } }])
    }
    expect(await pictures()).toEqual(before)
  })

  it.each([`/images/${'0'.repeat(32)}.webp`, '/images/x.webp', '/images/..%2fx.webp', '/images/'])(
    'is not there: %s',
    async path => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await fetch(other.url + path, { method })
        expect(answer.status).toBe(404)
        expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable')
      }
    },
  )
})

describe('a bucket that browsers read themselves', () => {
  it('is named in the addresses and in the content policy, and rows stay as they are', async () => {
    const api = await market.startProcess({ ...swift.environment, ...patient, S3_PUBLIC_URL: swift.publicUrl })
    try {
      const { body } = await upload(api.url, await photo(1000))
      expect(body.data?.url).toMatch(`${swift.publicUrl}/images/`)
      const address = body.data?.url ?? ''
      expect((await readPicture(address)).width).toBe(1000)
      const path = address.slice(swift.publicUrl.length)
      const { categoryId } = await market.listing({ images: [path] })
      const small = address.replace('.webp', '-320.webp 320w')
      expect(await shelfOf(api.url, categoryId)).toMatchObject([
        { image: { url: address, srcSet: expect.stringContaining(small) } },
      ])
      expect(await shelfOf(one.url, categoryId)).toMatchObject([{ image: { url: path } }])
      const policy = (await fetch(`${api.url}/healthz`)).headers.get('content-security-policy')
      const { origin } = new URL(swift.publicUrl)
      expect(policy).toMatch(new RegExp(`img-src [^;]*${origin.replaceAll('.', '\\.')}`))
      expect((await readPicture(api.url + path)).width).toBe(1000)
    } finally {
      await api.stop()
    }
  })
})

describe('a store that is away', () => {
  it('is told to who uploads and who looks, and all is well once it is back', async () => {
    const kept = pathOf(await upload(one.url, await photo(800)))
    await swift.takeAway()
    const refused = await upload(one.url, await photo(801))
    expect([refused.status, refused.body]).toEqual([
      503,
      { success: false, status: 503, error: { message: expect.stringMatching(away) } },
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const method of ['GET', 'HEAD']) {
      const looked = await fetch(other.url + kept, { method })
      expect([looked.status, looked.headers.get('cache-control')]).toEqual([502, 'no-store'])
    }
    expect((await fetch(`${one.url}/healthz`)).status).toBe(200)
    await swift.bringBack()
    expect((await readPicture(other.url + kept)).width).toBe(800)
    expect((await readPicture(other.url + pathOf(await upload(one.url, await photo(801))))).width).toBe(801)
  })

  it('and one that refuses the key is told the same, and no secret is logged', async () => {
    const secret = 'not-the-secret-of-the-store'
    const api = await market.startProcess({ ...swift.environment, ...patient, S3_SECRET_ACCESS_KEY: secret })
    const { status, body } = await upload(api.url, await photo(700)).finally(() => api.stop())
    expect([status, body.error?.message]).toEqual([503, expect.stringMatching(away)])
    const log = JSON.stringify(api.log)
    expect(log).toContain('SignatureDoesNotMatch')
    expect(log).not.toContain(secret)
  })
})
