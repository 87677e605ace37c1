import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { runCli } from '@second-ring/server-process/testing/run-cli'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { drawPhonePhoto, drawPicture } from '../testing/draw-pictures.ts'
import { type ImageHostOptions, startImageHost } from './start-image-host.ts'

const start = async (options: Partial<ImageHostOptions> = {}) => {
  const dataDir = await temporaryFolder()
  const server = await startImageHost({ dataDir, key: 'sandbox', ...options })
  onTestFinished(() => server.stop())
  return { ...server, dataDir }
}

const upload = async (url: string, bytes: Buffer) => {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(bytes)]), '../../phone.png')
  const response = await fetch(`${url}/1/upload?key=sandbox`, { method: 'POST', body: form })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const fetchPicture = async (address: string) => {
  const bytes = Buffer.from(await (await fetch(address)).arrayBuffer())
  return { bytes, metadata: await sharp(bytes).metadata() }
}

test('answers as the contract says, with the picture and all of its renditions there', async () => {
  const { url } = await start()
  const { status, body } = await upload(url, await drawPicture(1600, 1200).jpeg().toBuffer())
  expect(status).toBe(200)
  const name = /\/images\/([0-9a-f]{32})\.webp$/.exec(body.data.url)?.[1]
  expect(body).toEqual({
    success: true,
    status: 200,
    data: {
      url: `${url}/images/${name}.webp`,
      display_url: `${url}/images/${name}-1280.webp`,
      thumb: { url: `${url}/images/${name}-320.webp` },
    },
  })
  const widths = ['', '-320', '-640', '-1280'].map(async suffix => {
    const { metadata } = await fetchPicture(`${url}/images/${name}${suffix}.webp`)
    return [metadata.format, metadata.width, metadata.height]
  })
  expect(await Promise.all(widths)).toEqual([
    ['webp', 1600, 1200],
    ['webp', 320, 240],
    ['webp', 640, 480],
    ['webp', 1280, 960],
  ])
})

test('turns a photograph upright and tells nobody where it was taken', async () => {
  const { url } = await start()
  const photo = await drawPhonePhoto(3000, 2000)
  expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('Second Ring Camera')
  const { body } = await upload(url, photo)
  const { bytes, metadata } = await fetchPicture(body.data.url)
  expect([metadata.width, metadata.height]).toEqual([1365, 2048])
  expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
    Array(5).fill(undefined),
  )
  expect(bytes.toString('latin1')).not.toContain('Second Ring Camera')
})

test('never enlarges, and still makes every rendition', async () => {
  const { url } = await start()
  const { body } = await upload(url, await drawPicture(200, 100).png().toBuffer())
  for (const address of [body.data.url, body.data.display_url, body.data.thumb.url]) {
    const { metadata } = await fetchPicture(address)
    expect([metadata.width, metadata.height]).toEqual([200, 100])
  }
})

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)('accepts %s', async format => {
  const { url } = await start()
  const { status, body } = await upload(url, await drawPicture(90, 60).toFormat(format).toBuffer())
  expect([status, body.success]).toEqual([200, true])
})

test('keeps transparency, and reads grey and CMYK', async () => {
  const { url } = await start()
  const clear = await sharp({ create: { width: 40, height: 30, channels: 4, background: '#0000' } })
    .png()
    .toBuffer()
  const { body } = await upload(url, clear)
  expect((await fetchPicture(body.data.url)).metadata.hasAlpha).toBe(true)
  for (const space of ['b-w', 'cmyk']) {
    const { status } = await upload(url, await drawPicture(90, 60).flatten().toColourspace(space).jpeg().toBuffer())
    expect(status).toBe(200)
  }
})

test('keeps the first frame of an animation only', async () => {
  const { url } = await start()
  const frames = Buffer.alloc(20 * 10 * 3 * 30, 120)
  for (let frame = 0; frame < 30; frame++) frames.fill(frame * 8, frame * 600, frame * 600 + 300)
  const animation = sharp(frames, { raw: { width: 20, height: 300, channels: 3, pageHeight: 10 } })
  const { body } = await upload(url, await animation.gif().toBuffer())
  const { metadata } = await fetchPicture(body.data.url)
  expect([metadata.width, metadata.height, metadata.pages ?? 1]).toEqual([20, 10, 1])
})

test('the same picture twice has one address, also when it comes at the same time', async () => {
  const { url, dataDir } = await start()
  const picture = await drawPicture(500, 400).png().toBuffer()
  const answers = await Promise.all([1, 2, 3].map(() => upload(url, picture)))
  expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1)
  expect((await readdir(dataDir)).filter(name => name.endsWith('.webp'))).toHaveLength(4)
  expect(await readdir(path.join(dataDir, '.incoming'))).toEqual([])
})

test('a public address stands in the answers; an empty one makes paths', async () => {
  const picture = await drawPicture(20, 20).png().toBuffer()
  const own = await start({ publicUrl: 'https://shop.test/' })
  expect((await upload(own.url, picture)).body.data.url).toMatch(/^https:\/\/shop\.test\/images\/[0-9a-f]{32}\.webp$/)
  const paths = await start({ publicUrl: '' })
  expect((await upload(paths.url, picture)).body.data.thumb.url).toMatch(/^\/images\/[0-9a-f]{32}-320\.webp$/)
})

test('any origin may upload', async () => {
  const { url } = await start()
  const response = await fetch(`${url}/1/upload?key=sandbox`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.test', 'access-control-request-method': 'POST' },
  })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
})

test('pictures are still there after a kill', async () => {
  const dataDir = await temporaryFolder()
  const first = await runCli(new URL('./cli.ts', import.meta.url), {
    DATA_DIR: dataDir,
    KEY: 'sandbox',
    PUBLIC_URL: '/',
  })
  const { body } = await upload(String(first.ready.url), await drawPicture(64, 64).png().toBuffer())
  await first.end('SIGKILL')
  const second = await start({ dataDir })
  expect((await fetch(second.url + body.data.url)).status).toBe(200)
})
