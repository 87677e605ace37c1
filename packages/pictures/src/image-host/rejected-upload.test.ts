import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { drawPicture } from '../testing/draw-pictures.ts'
import { startImageHost } from './start-image-host.ts'

const start = async (uploadTimeout = 120_000) => {
  const dataDir = await temporaryFolder()
  const server = await startImageHost({ dataDir, key: 'sandbox', uploadTimeout })
  onTestFinished(() => server.stop())
  return { ...server, dataDir }
}

type Body = FormData | string | ReadableStream

const send = async (url: string, body: Body, { key = 'key=sandbox', type }: { key?: string; type?: string } = {}) => {
  const headers = type === undefined ? {} : { 'content-type': type }
  const response = await fetch(`${url}/1/upload?${key}`, { method: 'POST', body, headers, ...{ duplex: 'half' } })
  const answer = JSON.parse(await response.text())
  expect(answer).toEqual({ success: false, status: response.status, error: { message: expect.any(String) } })
  return { status: response.status, message: answer.error.message }
}

const formOf = (...files: (string | Uint8Array<ArrayBuffer>)[]) => {
  const form = new FormData()
  for (const file of files) form.append('image', new Blob([file]), 'phone.png')
  return form
}

const bytes = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())

const leftOver = async (dataDir: string) => [
  ...(await readdir(dataDir)).filter(name => name !== '.incoming'),
  ...(await readdir(path.join(dataDir, '.incoming'))),
]

test.each([
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
  ['HTML named .png', '<!doctype html><script>alert(1)</script>', 415],
  ['a PDF', '%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj', 415],
  ['an empty file', '', 400],
  ['HEIC that cannot be decoded', '\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0', 415],
  ['a PNG in name only', '\x89PNG\r\n', 415],
])('refuses %s', async (_, file, status) => {
  const { url, dataDir } = await start()
  expect((await send(url, formOf(file))).status).toBe(status)
  expect(await leftOver(dataDir)).toEqual([])
})

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('refuses a truncated %s', async format => {
  const { url, dataDir } = await start()
  const whole = await bytes(drawPicture(800, 600).toFormat(format))
  const { status, message } = await send(url, formOf(whole.slice(0, whole.length * 0.6)))
  expect([status, message]).toEqual([400, 'The picture is damaged or incomplete.'])
  expect(await leftOver(dataDir)).toEqual([])
})

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })

test.each([
  ['PNG', 25, () => flat(5_001, 5_000).png({ palette: true })],
  ['WEBP', 25, () => flat(5_001, 5_000).webp({ effort: 0 })],
  ['GIF', 25, () => flat(5_001, 5_000).gif({ effort: 1 })],
  ['AVIF', 6, () => flat(2_001, 3_000).avif({ effort: 0 })],
  ['JPEG', 50, () => flat(10_001, 5_000).jpeg()],
] as const)('refuses a %s of more than %d megapixels, however small the file', async (kind, most, draw) => {
  const { url, dataDir } = await start()
  const file = await bytes(draw())
  expect(file.length).toBeLessThan(1_000_000)
  const message = `This picture has more than ${most} megapixels, the most for ${kind}. Send it smaller.`
  expect(await send(url, formOf(file))).toEqual({ status: 413, message })
  expect(await leftOver(dataDir)).toEqual([])
})

test('refuses a side of more than 16,384 pixels', async () => {
  const { url } = await start()
  const message = 'A side of this picture has 16385 pixels; it may have at most 16384.'
  expect(await send(url, formOf(await bytes(flat(1, 16_385).png())))).toEqual({ status: 413, message })
})

test('refuses more than 10 MB, announced or not', async () => {
  const { url, dataDir } = await start()
  const large = { status: 413, message: 'The picture is larger than 10 MB.' }
  const file = new Uint8Array(10 * 1024 * 1024 + 1).fill(255)
  expect(await send(url, formOf(file))).toEqual(large)
  expect(await send(url, formOf(new Uint8Array(12 * 1024 * 1024)))).toEqual(large)
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n'
  const chunk = new Uint8Array(1024 * 1024)
  let sent = 0
  const unannounced = new ReadableStream({
    pull: controller => {
      controller.enqueue(sent === 0 ? new TextEncoder().encode(head) : chunk)
      if (++sent > 12) controller.close()
    },
  })
  expect(await send(url, unannounced, { type: 'multipart/form-data; boundary=x' })).toEqual(large)
  expect(await leftOver(dataDir)).toEqual([])
})

test('refuses a missing picture, two, another field, text for a picture, and a thousand fields', async () => {
  const { url, dataDir } = await start()
  const picture = await bytes(drawPicture(20, 20).png())
  const none = new FormData()
  none.append('name', 'phone')
  expect((await send(url, none)).message).toBe('No picture was sent: the field "image" is missing.')
  expect(await send(url, formOf(picture, picture))).toEqual({ status: 400, message: 'Send one picture at a time.' })
  expect((await send(url, formOf(picture, picture, picture))).message).toBe('Send one picture at a time.')

  const other = new FormData()
  other.append('photo', new Blob([picture]), 'phone.png')
  expect(await send(url, other)).toEqual({ status: 400, message: 'Send the picture in the field "image".' })

  const words = new FormData()
  words.append('image', 'https://example.test/phone.png')
  expect(await send(url, words)).toEqual({ status: 400, message: 'The field "image" must be a file.' })

  const many = new FormData()
  for (let field = 0; field < 1_000; field++) many.append(`field-${field}`, 'x')
  many.append('image', new Blob([picture]), 'phone.png')
  expect(await send(url, many)).toEqual({ status: 413, message: 'The form has too many fields.' })
  expect(await leftOver(dataDir)).toEqual([])
})

test.each(['', 'key=wrong', 'key=sandbox&key=sandbox', 'key[]=sandbox'])('refuses the key "%s"', async key => {
  const { url } = await start()
  const form = formOf(await bytes(drawPicture(20, 20).png()))
  expect(await send(url, form, { key })).toEqual({ status: 400, message: 'Invalid API v1 key.' })
})

test.each([
  ['application/json', '{"image":"x"}', 415],
  ['image/png', 'x', 415],
  ['multipart/form-data', '--x--', 400],
  ['multipart/form-data; boundary=x', '--x\r\nnot a part', 400],
  [
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n\xff',
    400,
  ],
])('refuses %s with %j', async (type, body, status) => {
  const { url, dataDir } = await start()
  expect((await send(url, body, { type })).status).toBe(status)
  expect(await leftOver(dataDir)).toEqual([])
})

test('ends an upload that never ends', async () => {
  const { url, dataDir } = await start(250)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n\x89PNG'
  const headers = 'host: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000'
  socket.write(`POST /1/upload?key=sandbox HTTP/1.1\r\n${headers}\r\n\r\n${head}`)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('{"success":false,"status":408,"error":{"message":"The upload took too long."}}')
  expect(await leftOver(dataDir)).toEqual([])
})

test('an upload that its sender gives up leaves nothing, and the next one works', async () => {
  const { url, dataDir } = await start()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const headers = 'host: x\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000'
  socket.write(`POST /1/upload?key=sandbox HTTP/1.1\r\n${headers}\r\n\r\n${head}${'x'.repeat(1000)}`)
  await expect.poll(() => leftOver(dataDir)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => leftOver(dataDir)).toEqual([])
  expect((await send(url, formOf('not a picture'))).status).toBe(415)
})
