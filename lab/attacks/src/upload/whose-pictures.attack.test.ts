import { connect, type Socket } from 'node:net'
import { removeUnusedPictures } from '@second-ring/api/listings/remove-unused-pictures'
import { ADDRESS_UPLOADS_AT_ONCE } from '@second-ring/contracts/limits'
import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { createMarket, type Market, PICTURE } from '@second-ring/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { pngOf } from '../forge/png.ts'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'
import { type Person, usersOf } from '../wire/users.ts'
import { bucketHost, sandboxHost, type UploadHost } from './upload-hosts.ts'

const MEGABYTE = 1024 * 1024
const UPLOAD = '/1/upload?key=demo'
const LISTED = 'https://listed.example'
const SETTINGS = { webhooks: false, takesPictures: true, corsOrigins: [LISTED] }

const hosts: Record<string, (market: Market) => Promise<UploadHost>> = {
  'the sandbox’s image host': sandboxHost,
  'the API on a bucket': market => bucketHost(market, { CORS_ORIGINS: LISTED }),
}

function formOf(bytes: Buffer): FormData {
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], 'phone.png'))
  return form
}

let drawn = 0
/** Another picture each time. */
function small(): Promise<Buffer> {
  drawn += 1
  return drawPicture(64 + drawn, 64)
    .png()
    .toBuffer()
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })

function pathOf({ status, text, body }: Answer): string {
  expect(status, text).toBe(200)
  return new URL((body as { data: { url: string } }).data.url).pathname
}

/** Waits until the jobs of the uploads before are done: the API on a bucket has a process of its own for them. */
async function atRest(market: Market): Promise<void> {
  await market.runJobs()
  const left = () => market.database.$queryRaw`
    SELECT name FROM pgboss.job WHERE state IN ('created', 'active', 'retry') AND start_after <= now()`
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 10_000 })
}

describe.each(Object.keys(hosts))('at %s', name => {
  let market: Market
  let host: UploadHost
  let attack: ReturnType<typeof attackOn>
  let seller: Person
  let other: Person
  let categoryId: string
  beforeAll(async () => {
    market = await createMarket(SETTINGS)
    const open = hosts[name]
    if (!open) throw new Error(`There is no ${name}`)
    host = await open(market)
    attack = attackOn({ ...market, url: host.url })
    seller = await usersOf(market).person('SELLER')
    other = await usersOf(market).person('SELLER')
    categoryId = (await market.category()).id
  })
  afterAll(async () => {
    await host?.close()
    await market?.close()
  })

  const upload = (bytes: Buffer, { as, headers }: { as?: string; headers?: Record<string, string> } = {}) =>
    attack.send('POST', UPLOAD, { raw: formOf(bytes), as, ...(headers && { headers }) })

  const listing = (images: string[]) => ({
    categoryId,
    productName: 'Aurora 9',
    sellerName: 'Ana',
    condition: 'GOOD',
    description: 'Works.',
    location: 'Portland',
    resalePriceCents: 10_000,
    originalPriceCents: 20_000,
    yearsUsed: 1,
    images,
  })

  const post = (image: string, { email }: Person = seller) => ({
    id: categoryId,
    condition: 'good',
    description: 'Works.',
    image,
    product_name: 'Aurora 9',
    location: 'Portland',
    resale_price: 100,
    orginal_price: 200,
    year_used: 1,
    seller_name: 'Ana',
    email,
  })

  it('A137 the pictures that cost most, eight at once: each is drawn or refused, and memory stays as it was', async () => {
    const avif = await flat(2449, 2449).avif({ effort: 0, quality: 30 }).toBuffer()
    const jpeg = await flat(8660, 5773).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    const gif = await flat(5000, 5000).gif({ effort: 1 }).toBuffer()
    const users = await Promise.all([1, 2, 3, 4].map(() => usersOf(market).person()))
    // Once before, so that what is loaded at the first upload is loaded.
    pathOf(await upload(await small(), { as: seller.as }))
    const before = await host.memory()
    const worst = users.flatMap(({ as }, index) => [upload(index % 2 ? jpeg : avif, { as }), upload(gif, { as })])
    const good = upload(await small(), { as: seller.as })
    for (const answer of await Promise.all(worst)) expect([200, 413], answer.text).toContain(answer.status)
    pathOf(await good)
    expect((await host.memory()) - before).toBeLessThan(100 * MEGABYTE)
  })

  it.each([
    ['a line of 40,000,000 pixels', () => pngOf({ width: 1, height: 40_000_000, bitDepth: 1, data: Buffer.alloc(10) })],
    ['an AVIF of more than 6 megapixels', () => flat(2000, 3001).avif({ effort: 0 }).toBuffer()],
    ['a PNG of more than 25 megapixels', () => flat(5001, 5000).png().toBuffer()],
  ])('A137 %s is refused by its head', async (_what, make) => {
    const answer = await upload(await make(), { as: seller.as })
    expect([answer.status, answer.body]).toEqual([
      413,
      { success: false, status: 413, error: { message: expect.stringMatching(/16384|megapixels/) } },
    ])
  })

  it('A138 whoever leaves while their picture is decoded holds up nobody', async () => {
    const gif = await flat(5000, 5000).gif({ effort: 1 }).toBuffer()
    const begun = performance.now()
    pathOf(await upload(gif, { as: seller.as }))
    const one = performance.now() - begun
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => usersOf(market).person()))
    const part = 'content-disposition: form-data; name="image"; filename="a.gif"'
    const body = Buffer.concat([Buffer.from(`--x\r\n${part}\r\n\r\n`), gif, Buffer.from('\r\n--x--\r\n')])
    const sockets = users
      .flatMap(({ as }) => [as, as])
      .map(as => {
        const head = `POST ${UPLOAD} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${as}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`
        const socket = connect(Number(new URL(host.url).port), '127.0.0.1')
        return { socket, sent: new Promise(resolve => socket.write(Buffer.concat([Buffer.from(head), body]), resolve)) }
      })
    await Promise.all(sockets.map(({ sent }) => sent))
    for (const { socket } of sockets) socket.destroy()
    const start = performance.now()
    pathOf(await upload(await small(), { as: seller.as }))
    // Ten of them, two at a time, take five times as long as one.
    expect(performance.now() - start).toBeLessThan(2.5 * one)
  })

  it('A139 a third upload of an account at one time is refused, whatever the address, and others go on', async () => {
    const { port } = new URL(host.url)
    const head = `POST ${UPLOAD} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${other.as}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n`
    const sockets: Socket[] = []
    const hang = () => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
      sockets.push(socket)
    }
    const picture = await small()
    const third = async () => {
      hang()
      return (await upload(picture, { as: other.as })).status
    }
    await expect.poll(third, { timeout: 10_000 }).toBe(429)
    const { headers, body } = await upload(picture, { as: other.as })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ success: false, status: 429 })
    pathOf(await upload(picture, { as: seller.as }))
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await upload(picture, { as: other.as })).status, { timeout: 10_000 }).toBe(200)
  })

  it('A140 a page of another site makes no visitor upload, and a listed one may', async () => {
    const picture = await small()
    for (const origin of [undefined, 'https://evil.example', 'null', `${LISTED}.evil.example`]) {
      const headers = { 'sec-fetch-site': 'cross-site', ...(origin && { origin }) }
      const answer = await upload(picture, { headers })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expect(answer.body).toMatchObject({ success: false, status: 403 })
      const asked = await attack.send('OPTIONS', UPLOAD, {
        headers: { ...headers, 'access-control-request-method': 'POST' },
      })
      expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    }
    const listed = await upload(picture, { headers: { 'sec-fetch-site': 'cross-site', origin: LISTED } })
    expect(listed.headers.get('access-control-allow-origin')).toBe(LISTED)
    const shown = await fetch(new URL(pathOf(listed), host.url), { headers: { origin: 'https://evil.example' } })
    expect([shown.status, shown.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  })

  it('A152 slow uploads of many accounts at one address make way for an honest one', async () => {
    const { port } = new URL(host.url)
    const users = await Promise.all(Array.from({ length: ADDRESS_UPLOADS_AT_ONCE / 2 }, () => usersOf(market).person()))
    let answers = ''
    const sockets = new Set<Socket>()
    const hang = (as: string) => {
      const head = `POST ${UPLOAD} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${as}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n--x\r\n`
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head))
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.setEncoding('utf8').on('data', (data: string) => {
        // Who found no place comes again.
        if (data.startsWith('HTTP/1.1 429 ')) {
          socket.destroy()
          sockets.delete(socket)
          hang(as)
        } else answers += data
      })
    }
    for (const { as } of users) for (let n = 0; n < 2; n += 1) hang(as)
    const picture = await small()
    let last = 0
    const isAnyEnded = async () => {
      last = (await upload(picture, { as: seller.as })).status
      return answers.includes('others wait')
    }
    await expect.poll(isAnyEnded, { timeout: 9000 }).toBe(true)
    expect(last).toBe(200)
    expect(answers).toMatch(/^HTTP\/1\.1 408 /)
    pathOf(await upload(picture, { as: seller.as }))
    for (const socket of sockets) socket.destroy()
  })

  it('A153 a page of another site makes no visitor of an older browser upload, which names the page alone', async () => {
    const picture = await small()
    const pages = ['https://evil.example', 'null', `${LISTED}.evil.example`, 'https://localhost', 'http://localhost:1']
    for (const origin of pages) {
      for (const headers of [{ origin }, { origin, 'sec-fetch-site': 'same-site' }]) {
        const answer = await upload(picture, { headers, as: seller.as })
        expect([origin, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([origin, 403, null])
      }
    }
    for (const origin of [LISTED, 'http://localhost']) pathOf(await upload(picture, { headers: { origin } }))
  })

  it('A141 a bearer that is forged, changed or of nobody is refused before anything is read', async () => {
    await atRest(market)
    for (const as of ['Bearer x', `${seller.as}x`, 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.']) {
      const answer = await attack.refused(async () => upload(await small(), { as }), 401)
      expect(answer.body).toMatchObject({ success: false, status: 401 })
    }
  })

  it('A142 a picture that was never uploaded, or by another account, is in no post, edit or category', async () => {
    const anothers = pathOf(await upload(await small(), { as: other.as }))
    const { id: listingId } = await market.listing({ sellerId: seller.id })
    const { as } = seller
    const { as: admin } = await usersOf(market).person('ADMIN')
    await atRest(market)
    for (const image of [anothers, `http://localhost${anothers}`, PICTURE.replace('0', 'f')]) {
      await attack.refused(() => attack.send('POST', '/addProduct', { as, body: post(image) }), 400)
      for (const images of [[image], [PICTURE, image]]) {
        await attack.refused(() => attack.rpc('listings.create', listing(images), { as }), 400)
        const edit = { listingId, description: 'Works.', resalePriceCents: 100, images }
        await attack.refused(() => attack.rpc('listings.edit', edit, { as }), 400)
      }
      await attack.refused(() => attack.rpc('catalog.create', { name: 'Mine', image }, { as: admin }), 400)
      const change = { categoryId, image }
      await attack.refused(() => attack.rpc('catalog.changePicture', change, { as: admin }), 400)
    }
    const own = { as: other.as, body: post(anothers, other) }
    expect((await attack.send('POST', '/addProduct', own)).status).toBe(200)
  })

  it('A142 a client of the specification uploads with the key alone, and posts at once', async () => {
    const { body } = await upload(await small())
    const image = (body as { data: { url: string } }).data.url
    expect((await attack.send('POST', '/addProduct', { as: seller.as, body: post(image) })).status).toBe(200)
  })

  it('A143 nobody deletes a picture from outside', async () => {
    const path = pathOf(await upload(await small(), { as: seller.as }))
    const file = path.replace('/images/', '')
    await atRest(market)
    const paths = [path, `/stored/${file}`, `/images/..%2fstored%2f${file}`, `/images/%2e%2e/stored/${file}`]
    for (const at of [...paths, `${UPLOAD}&name=${file}`, `/1/upload/../../stored/${file}`, `/1/upload/${file}`]) {
      for (const method of ['DELETE', 'POST', 'PUT', 'PATCH'])
        await attack.refused(() => attack.send(method, at, { as: seller.as }), 404, 405, 415)
    }
    expect((await fetch(new URL(path, host.url))).status).toBe(200)
  })
})

describe('uploads that nobody uses', () => {
  it('A144 are gone after a day with all of their files, and what is used stays', async () => {
    const market = await createMarket(SETTINGS)
    try {
      const { send } = attackOn(market)
      const upload = async () => pathOf(await send('POST', UPLOAD, { raw: formOf(await small()) }))
      const [used, unused] = [await upload(), await upload()]
      await market.listing({ images: [used] })
      const statusOf = async (path: string) => (await fetch(new URL(path, market.url))).status
      await removeUnusedPictures(market.platform)
      expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 200])
      await market.database.upload.updateMany({ data: { dueAt: new Date(0) } })
      await removeUnusedPictures(market.platform)
      for (const size of ['', '-320', '-640', '-1280']) {
        expect(await statusOf(used.replace('.webp', `${size}.webp`))).toBe(200)
        expect(await statusOf(unused.replace('.webp', `${size}.webp`))).toBe(404)
      }
    } finally {
      await market.close()
    }
  })

  it('A144 are those of a removed post too, a day after it was removed', async () => {
    const market = await createMarket(SETTINGS)
    try {
      const { send } = attackOn(market)
      const seller = await usersOf(market).person('SELLER')
      const image = pathOf(await send('POST', UPLOAD, { raw: formOf(await small()), as: seller.as }))
      const { id } = await market.listing({ sellerId: seller.id, images: [image] })
      expect((await send('DELETE', `/deleteProduct/${id}`, { as: seller.as })).body).toMatchObject({ deletedCount: 1 })
      const status = async () => (await fetch(new URL(image, market.url))).status
      await removeUnusedPictures(market.platform)
      expect(await status()).toBe(200)
      await market.database.upload.updateMany({ where: { reference: image }, data: { dueAt: new Date(0) } })
      await removeUnusedPictures(market.platform)
      expect(await status()).toBe(404)
    } finally {
      await market.close()
    }
  })
})
